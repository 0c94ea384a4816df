import { extractText } from 'unpdf';

/** What a PDF says, in the order of its content, without spaces: they are gaps there as often as letters. */
export async function pdfText(file: Buffer): Promise<{ text: string; pages: number }> {
  const { text, totalPages } = await extractText(new Uint8Array(file), { mergePages: true });
  return { text: text.replace(/\s/g, ''), pages: totalPages };
}
