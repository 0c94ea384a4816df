export function fetchChromium(node: string, folder?: string): Promise<string>;
