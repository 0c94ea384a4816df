declare module 'fontkit' {
  interface Font {
    characterSet: number[];
    postscriptName: string;
    unitsPerEm: number;
    layout(text: string): unknown;
  }

  export function create(bytes: Uint8Array): Font;
}
