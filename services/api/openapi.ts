import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** The API described by the schemas that validate it; `openapi.json` in the repository is this document. */
export function apiDocument(app: INestApplication): OpenAPIObject {
  const description = new DocumentBuilder()
    .setTitle('Lacquer')
    .setDescription('Every call answers `{success, data}` or `{success: false, error, code, …}`.')
    .setVersion('1')
    .addCookieAuth('lacquer.session_token')
    .build();
  return SwaggerModule.createDocument(app, description, {
    operationIdFactory: (controller, method) => {
      const name = controller.replace(/Controller$/, '');
      return name.charAt(0).toLowerCase() + name.slice(1) + method.charAt(0).toUpperCase() + method.slice(1);
    },
  });
}
