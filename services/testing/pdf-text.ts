import { extractText } from 'unpdf';

/** The text of a PDF, in the order of its content, without spaces: spaces are often gaps instead of characters. */
export async function pdfText(file: Buffer): Promise<{ text: string; pages: number }> {
  // PDF.js throws errors without a message, with the stack of its own first import.
  if (file.subarray(0, 5).toString() !== '%PDF-') throw new Error(`Not a PDF: ${file.subarray(0, 1000).toString()}`);
  const { text, totalPages } = await extractText(new Uint8Array(file), { mergePages: true });
  return { text: text.replace(/\s/g, ''), pages: totalPages };
}
