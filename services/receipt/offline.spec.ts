import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { sha256, sha512, verifyEd25519 } from './offline.js';

describe('hashes without WebCrypto', () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 127, 128, 1000, 70_000])('of %d bytes are right', (length) => {
    const bytes = randomBytes(length);
    const hash = sha256();
    for (let at = 0; at < length; at += 777) hash.update(bytes.subarray(at, at + 777));
    expect(hash.hex()).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(Buffer.from(sha512(bytes)).toString('hex')).toBe(createHash('sha512').update(bytes).digest('hex'));
  });
});

describe('signatures without WebCrypto', () => {
  it('are accepted when they are right, and refused when one bit differs', () => {
    for (let round = 0; round < 3; round++) {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      const key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url');
      const message = randomBytes(round * 300);
      const signature = sign(null, message, privateKey);
      expect(verifyEd25519(key, message, signature)).toBe(true);
      const flipped = (bytes: Buffer, at: number) => {
        const copy = Buffer.from(bytes);
        copy[at]! ^= 1;
        return copy;
      };
      expect(verifyEd25519(key, message, flipped(signature, 3))).toBe(false);
      expect(verifyEd25519(key, message, flipped(signature, 40))).toBe(false);
      expect(verifyEd25519(flipped(key, 7), message, signature)).toBe(false);
      expect(verifyEd25519(key, Buffer.concat([message, Buffer.from('x')]), signature)).toBe(false);
    }
  });

  it('are refused when they are too short or their number is too large', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url');
    const signature = sign(null, Buffer.alloc(0), privateKey);
    expect(verifyEd25519(key, Buffer.alloc(0), signature.subarray(1))).toBe(false);
    const large = Buffer.from(signature);
    large.fill(0xff, 32);
    expect(verifyEd25519(key, Buffer.alloc(0), large)).toBe(false);
  });
});
