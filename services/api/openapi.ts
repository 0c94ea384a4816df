import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { domainWords } from '../platform/domain-words.js';

/**
 * The API described by the schemas that validate it, and the words of its lists; `openapi.json` in the repository is
 * this document.
 */
export function apiDocument(app: INestApplication): OpenAPIObject {
  const description = new DocumentBuilder()
    .setTitle('Lacquer')
    .setDescription('Every call answers `{success, data}` or `{success: false, error, code, …}`.')
    .setVersion('1')
    .addCookieAuth('lacquer.session_token')
    .build();
  const document = SwaggerModule.createDocument(app, description, {
    operationIdFactory: (controller, method) => {
      const name = controller.replace(/Controller$/, '');
      return name.charAt(0).toLowerCase() + name.slice(1) + method.charAt(0).toUpperCase() + method.slice(1);
    },
  });
  return Object.assign(document, { 'x-words': domainWords });
}
