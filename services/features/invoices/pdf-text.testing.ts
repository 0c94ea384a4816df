import { extractText } from 'unpdf';

/** What a PDF says, in the order of its content, without spaces: they are gaps there as often as letters. */
export async function pdfText(file: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(file), { mergePages: true });
  return text.replace(/\s/g, '');
}
