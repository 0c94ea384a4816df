/**
 * SHA-256 and Ed25519 for the page in a receipt, which must still work years later from a local file, where browsers may
 * offer no WebCrypto. The page contains the source of these functions, so they use only each other.
 */

interface Constants {
  /** First 64 bits of the fractional parts of the cube roots of the first 80 primes. */
  cubes: bigint[];
  /** The same of the square roots of the first 8 primes. */
  squares: bigint[];
}

export function shaConstants(): Constants {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < 80; n += 1n) if (primes.every((prime) => n % prime !== 0n)) primes.push(n);
  const mask = (1n << 64n) - 1n;
  const root = (value: bigint, degree: bigint): bigint => {
    let guess = 1n << BigInt(Math.ceil(value.toString(2).length / Number(degree)));
    for (;;) {
      const next = ((degree - 1n) * guess + value / guess ** (degree - 1n)) / degree;
      if (next >= guess) return guess;
      guess = next;
    }
  };
  return {
    cubes: primes.map((prime) => root(prime << 192n, 3n) & mask),
    squares: primes.slice(0, 8).map((prime) => root(prime << 128n, 2n) & mask),
  };
}

/** Hashes a file piece by piece. */
export function sha256(): { update(bytes: Uint8Array): void; hex(): string } {
  const { cubes, squares } = shaConstants();
  const round = new Int32Array(cubes.slice(0, 64).map((value) => Number(value >> 32n)));
  const state = new Int32Array(squares.map((value) => Number(value >> 32n)));
  const words = new Int32Array(64);
  const block = new Uint8Array(64);
  const view = new DataView(block.buffer);
  let filled = 0;
  let total = 0;
  const compress = (): void => {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(i * 4);
    for (let i = 16; i < 64; i++) {
      const x = words[i - 15]!;
      const y = words[i - 2]!;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + round[i]! + words[i]!) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = state[i]! + value));
  };
  const add = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length;) {
      const taken = Math.min(64 - filled, bytes.length - at);
      block.set(bytes.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < 64) continue;
      compress();
      filled = 0;
    }
  };
  return {
    update(bytes) {
      total += bytes.length;
      add(bytes);
    },
    hex() {
      const end = new Uint8Array(((119 - (total % 64)) % 64) + 9);
      end[0] = 0x80;
      new DataView(end.buffer).setBigUint64(end.length - 8, BigInt(total) * 8n);
      add(end);
      return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
    },
  };
}

/** The digest as 64 bytes. For short texts only. */
export function sha512(bytes: Uint8Array): Uint8Array {
  const { cubes, squares } = shaConstants();
  const mask = (1n << 64n) - 1n;
  const rotate = (value: bigint, by: bigint): bigint => ((value >> by) | (value << (64n - by))) & mask;
  const padded = new Uint8Array(Math.ceil((bytes.length + 17) / 128) * 128);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = [...squares];
  const words: bigint[] = [];
  for (let start = 0; start < padded.length; start += 128) {
    for (let i = 0; i < 80; i++) {
      if (i < 16) {
        words[i] = view.getBigUint64(start + i * 8);
        continue;
      }
      const x = words[i - 15]!;
      const y = words[i - 2]!;
      const s0 = rotate(x, 1n) ^ rotate(x, 8n) ^ (x >> 7n);
      const s1 = rotate(y, 19n) ^ rotate(y, 61n) ^ (y >> 6n);
      words[i] = (words[i - 16]! + s0 + words[i - 7]! + s1) & mask;
    }
    let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
    for (let i = 0; i < 80; i++) {
      const s1 = rotate(e, 14n) ^ rotate(e, 18n) ^ rotate(e, 41n);
      const t1 = h + s1 + ((e & f) ^ (~e & mask & g)) + cubes[i]! + words[i]!;
      const s0 = rotate(a, 28n) ^ rotate(a, 34n) ^ rotate(a, 39n);
      const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + t1) & mask;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) & mask;
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = (state[i]! + value) & mask));
  }
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((value, i) => digest.setBigUint64(i * 8, value));
  return new Uint8Array(digest.buffer);
}

/** Whether a signature of RFC 8032 is right. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const p = 2n ** 255n - 19n;
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const mod = (value: bigint): bigint => ((value % p) + p) % p;
  const power = (base: bigint, exponent: bigint): bigint => {
    let result = 1n;
    for (let b = mod(base), e = exponent; e > 0n; e >>= 1n, b = (b * b) % p) if (e & 1n) result = (result * b) % p;
    return result;
  };
  const d = mod(-121665n * power(121666n, p - 2n));
  const rootOfMinusOne = power(2n, (p - 1n) / 4n);
  const littleEndian = (bytes: Uint8Array): bigint =>
    bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
  type Point = [x: bigint, y: bigint, z: bigint, t: bigint];
  const decode = (bytes: Uint8Array): Point | null => {
    const encoded = littleEndian(bytes);
    const sign = encoded >> 255n;
    const y = encoded & ((1n << 255n) - 1n);
    if (y >= p) return null;
    const square = mod((y * y - 1n) * power(d * y * y + 1n, p - 2n));
    let x = power(square, (p + 3n) / 8n);
    if (mod(x * x - square) !== 0n) x = mod(x * rootOfMinusOne);
    if (mod(x * x - square) !== 0n || (x === 0n && sign === 1n)) return null;
    if ((x & 1n) !== sign) x = p - x;
    return [x, y, 1n, mod(x * y)];
  };
  const add = ([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point => {
    const a = mod((y1 - x1) * (y2 - x2));
    const b = mod((y1 + x1) * (y2 + x2));
    const c = mod(2n * t1 * t2 * d);
    const e = mod(2n * z1 * z2);
    const [f, g, h, k] = [b - a, e - c, e + c, b + a];
    return [mod(f * g), mod(h * k), mod(g * h), mod(f * k)];
  };
  const times = (factor: bigint, point: Point): Point => {
    let result: Point = [0n, 1n, 1n, 0n];
    for (let f = factor, each = point; f > 0n; f >>= 1n, each = add(each, each)) if (f & 1n) result = add(result, each);
    return result;
  };
  const generatorY = mod(4n * power(5n, p - 2n));
  const encodedGenerator = new Uint8Array(32);
  for (let i = 0; i < 32; i++) encodedGenerator[i] = Number((generatorY >> BigInt(8 * i)) & 255n);
  const generator = decode(encodedGenerator);
  if (publicKey.length !== 32 || signature.length !== 64 || !generator) return false;
  const key = decode(publicKey);
  const commitment = decode(signature.slice(0, 32));
  const scalar = littleEndian(signature.slice(32));
  if (!key || !commitment || scalar >= order) return false;
  const hashed = new Uint8Array(64 + message.length);
  hashed.set(signature.slice(0, 32));
  hashed.set(publicKey, 32);
  hashed.set(message, 64);
  const challenge = littleEndian(sha512(hashed)) % order;
  const left = times(scalar, generator);
  const right = add(commitment, times(challenge, key));
  return mod(left[0] * right[2] - right[0] * left[2]) === 0n && mod(left[1] * right[2] - right[1] * left[2]) === 0n;
}
