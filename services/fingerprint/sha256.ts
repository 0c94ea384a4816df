/** SHA-256 (FIPS 180-4) of bytes that arrive in parts. WebCrypto needs all of them at once, and a secure page. */
export class Sha256 {
  private readonly state = Int32Array.from(START);
  private readonly words = new Int32Array(64);
  private readonly block = new Uint8Array(BLOCK_BYTES);
  private readonly view = new DataView(this.block.buffer);
  private bytes = 0;

  update(part: Uint8Array): this {
    let at = 0;
    const waiting = this.bytes % BLOCK_BYTES;
    this.bytes += part.length;
    if (waiting > 0) {
      at = Math.min(BLOCK_BYTES - waiting, part.length);
      this.block.set(part.subarray(0, at), waiting);
      if (waiting + at < BLOCK_BYTES) return this;
      this.compress(this.view, 0);
    }
    const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
    for (; at + BLOCK_BYTES <= part.length; at += BLOCK_BYTES) this.compress(view, at);
    this.block.set(part.subarray(at));
    return this;
  }

  /** Hexadecimal, lower case. May be called once. */
  digest(): string {
    const bits = this.bytes * 8;
    const waiting = this.bytes % BLOCK_BYTES;
    const padding = new Uint8Array((waiting < 56 ? 56 : 120) - waiting + 8);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(padding.length - 4, bits >>> 0);
    this.update(padding);
    return [...this.state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  private compress(view: DataView, at: number): void {
    const { state, words } = this;
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + i * 4);
    for (let i = 16; i < 64; i++) {
      const [early, late] = [words[i - 15]!, words[i - 2]!];
      const s0 = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
      const s1 = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
      words[i] = (words[i - 16]! + s0 + words[i - 7]! + s1) | 0;
    }
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    let e = state[4]!;
    let f = state[5]!;
    let g = state[6]!;
    let h = state[7]!;
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    state[0]! += a;
    state[1]! += b;
    state[2]! += c;
    state[3]! += d;
    state[4]! += e;
    state[5]! += f;
    state[6]! += g;
    state[7]! += h;
  }
}

const BLOCK_BYTES = 64;

const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
};
/** The first 32 bits after the point. */
const fraction = (value: number): number => ((value % 1) * 2 ** 32) | 0;
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
