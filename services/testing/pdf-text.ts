import { extractText } from 'unpdf';

/** The text of a PDF, in the order of its content, without spaces: spaces are often gaps instead of characters. */
export async function pdfText(file: Buffer): Promise<{ text: string; pages: number }> {
  const { text, totalPages } = await extractText(new Uint8Array(file), { mergePages: true });
  return { text: text.replace(/\s/g, ''), pages: totalPages };
}
