import { create } from 'fontkit';

interface Point {
  x: number;
  y: number;
  onCurve: boolean;
  endContour: boolean;
  copy(): Point;
}

interface Glyph {
  numberOfContours: number;
  points?: Point[];
}

/** Parts of fontkit’s variable fonts in WOFF2, which its types do not name. */
interface Woff2 {
  postscriptName: string;
  unitsPerEm: number;
  variationCoords: number[];
  _variationProcessor: { transformPoints(id: number, points: Point[]): void };
  _transformedGlyphs: Glyph[];
  getGlyph(id: number): { advanceWidth: number };
  createSubset(): Subset;
}

interface Subset {
  glyf: Buffer[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
  _addGlyph(id: number): number;
}

/** Parts of an em above and below the baseline that a line of another font has. */
export interface LineBox {
  ascent: number;
  descent: number;
  lineGap: number;
}

/**
 * A font for PDFKit from a variable font in WOFF2, at one weight. fontkit reads such a font but cannot write its glyphs,
 * so they are written here. Lines keep the height of the font beside which it is used.
 */
export function outlinedFont(bytes: Uint8Array, weight: number, name: string, box: LineBox): object {
  const font = create(bytes) as unknown as Woff2;
  font.variationCoords = [weight];
  const fixed = (value: unknown) => ({ value });
  const shown = Object.create(font, {
    // PDFKit takes fonts of the same name for the same font.
    postscriptName: fixed(name),
    ascent: fixed(box.ascent * font.unitsPerEm),
    descent: fixed(box.descent * font.unitsPerEm),
    lineGap: fixed(box.lineGap * font.unitsPerEm),
    createSubset: fixed(() => {
      const subset = font.createSubset();
      subset._addGlyph = function (id) {
        const points = pointsOf(shown, id);
        const outline = points.length > 0 ? encoded(points) : Buffer.alloc(0);
        this.glyf.push(outline);
        this.loca.offsets.push(this.offset);
        this.hmtx.metrics.push({
          advance: shown.getGlyph(id).advanceWidth,
          bearing: Math.min(...points.map(({ x }) => x), 0),
        });
        this.offset += outline.length;
        return this.glyf.length - 1;
      };
      return subset;
    }),
  }) as Woff2;
  return shown;
}

/** The points of a glyph at the font's weight, without its phantom points. */
function pointsOf(font: Woff2, id: number): Point[] {
  // Reads the outlines of all glyphs.
  font.getGlyph(id);
  const { numberOfContours, points = [] } = font._transformedGlyphs[id]!;
  if (numberOfContours < 0) throw new Error('Glyphs of other glyphs are not supported');
  if (points.length === 0) return [];
  const phantoms = Array.from({ length: 4 }, () => Object.assign(points[0]!.copy(), { x: 0, y: 0, endContour: true }));
  const moved = [...points.map((point) => point.copy()), ...phantoms];
  font._variationProcessor.transformPoints(id, moved);
  const own = moved.slice(0, points.length);
  for (const point of own) Object.assign(point, { x: Math.round(point.x), y: Math.round(point.y) });
  return own;
}

/** A simple glyph of a TrueType font: contours, box, and points with 16 bits for each distance. */
function encoded(points: readonly Point[]): Buffer {
  const ends = points.flatMap(({ endContour }, at) => (endContour ? [at] : []));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const words = [ends.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), ...ends, 0];
  const distances = [xs, ys].flatMap((values) => values.map((value, at) => value - (values[at - 1] ?? 0)));
  const size = 2 * words.length + points.length + 2 * distances.length;
  const bytes = Buffer.alloc(Math.ceil(size / 4) * 4);
  let at = 0;
  for (const word of words) at = bytes.writeInt16BE(word, at);
  for (const { onCurve } of points) at = bytes.writeUInt8(onCurve ? 1 : 0, at);
  for (const distance of distances) at = bytes.writeInt16BE(distance, at);
  return bytes;
}
