import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's recommended parameters for argon2id: 19 MiB, two passes, one lane; about 14 ms. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Hashes a password as a PHC string (`$argon2id$v=19$m=…,t=…,p=…$salt$tag`). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce,
    parallelism: LANES,
    tagLength: TAG_BYTES,
    memory: MEMORY_KIB,
    passes: PASSES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(nonce)}$${base64(tag)}`;
}

/** Whether `password` matches `hash`; an invalid hash never matches. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, memory, passes, lanes, salt, expected] = PHC.exec(hash) ?? [];
  if (!salt || !expected) return false;
  const tag = Buffer.from(expected, 'base64');
  const actual = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(salt, 'base64'),
    parallelism: Number(lanes),
    tagLength: tag.length,
    memory: Number(memory),
    passes: Number(passes),
  });
  return timingSafeEqual(actual, tag);
}
