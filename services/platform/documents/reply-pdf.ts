import { applyDecorators } from '@nestjs/common';
import { ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { contentDisposition } from '../storage/content-type.js';

const PDF = 'application/pdf';

/** The handler sends a document with `sendPdf`. */
export const ReplyPdf = () =>
  applyDecorators(
    ApiProduces(PDF),
    ApiResponse({ status: 200, description: 'The document', schema: { type: 'string', format: 'binary' } }),
  );

export interface PdfFile {
  fileName: string;
  document: Uint8Array;
}

/** The response is saved as a file and not cached. */
export function sendPdf(response: Response, { fileName, document }: PdfFile): void {
  response.setHeader('Content-Type', PDF);
  response.setHeader('Content-Disposition', contentDisposition(fileName, PDF, false));
  response.setHeader('Cache-Control', 'private, no-store');
  response.end(document);
}
