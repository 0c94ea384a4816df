import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { sweepTemporaryFolders } from '../temporary-folders.js';
import { bothEnds } from './byte-range.js';
import { inBatchesOf } from './chunks.js';
import { contentDisposition, safeContentType } from './content-type.js';
import { writeStream } from './disk-files.js';
import { assertKey } from './key.js';
import { partBytesFor, partCount, partRange } from './multipart.js';
import { answerOf, createS3Client, type S3Config } from './s3-client.js';
import { S3Multipart } from './s3-multipart.js';
import { signFor, type SigningOptions } from './s3-signing.js';
import type {
  ByteRange,
  DownloadOptions,
  FoundObject,
  ListedObject,
  MultipartUpload,
  ObjectBody,
  ObjectInfo,
  PutOptions,
  SignedObject,
  SignedUpload,
  StoredObject,
} from './storage.js';
import { INCOMING, isNotFound, Storage, StorageError } from './storage.js';
import { withTemporaryFile } from './temporary-file.js';

/** Used in place of an upload id when the object is uploaded by one PUT. */
const WHOLE = 'whole';
/**
 * The key to which a whole object is uploaded. Its signed address could overwrite it until it expires, so the object is
 * copied to its own key when its upload is completed.
 */
const incoming = (key: string): string => `${INCOMING}${key}`;

/** S3's smallest part length, and so the memory that one put takes. */
const PUT_PART_BYTES = 5 << 20;
const MAX_PUT_PARTS = 10_000;
/** The largest object that S3 copies in one request. */
const MAX_COPY_BYTES = 5 * 2 ** 30;

/** Objects in a bucket of any S3-compatible store. Signed URLs are made for the endpoint that the browser reaches. */
export class S3Storage extends Storage {
  private readonly bucket: string;
  private readonly region: string;
  private readonly client: S3Client;
  private readonly publicClient: S3Client;
  private readonly multipart: S3Multipart;

  constructor(config: S3Config) {
    super();
    this.bucket = config.bucket;
    this.region = config.region;
    this.client = createS3Client(config, config.endpoint);
    this.publicClient = createS3Client(config, config.publicEndpoint ?? config.endpoint);
    this.multipart = new S3Multipart(this.client, config.bucket);
  }

  override async open(): Promise<void> {
    try {
      await answerOf(this.client.send(new HeadBucketCommand({ Bucket: this.bucket })));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      const place =
        this.region === 'us-east-1' ? {} : { CreateBucketConfiguration: { LocationConstraint: this.region as 'EU' } };
      await answerOf(this.client.send(new CreateBucketCommand({ Bucket: this.bucket, ...place })));
    }
  }

  override async room(): Promise<null> {
    return null;
  }

  override async put(key: string, body: Readable | Uint8Array, options: PutOptions): Promise<StoredObject> {
    assertKey(key);
    const hash = createHash('sha256');
    const partBytes = Math.max(PUT_PART_BYTES, Math.ceil((options.sizeBytes ?? 0) / MAX_PUT_PARTS));
    const parts = inBatchesOf(body, partBytes, options, hash);
    const first = Buffer.concat((await parts.next()).value ?? []);
    const second = await parts.next();
    const sizeBytes = second.done
      ? await this.putWhole(key, first, options.contentType)
      : await this.multipart.put(key, options.contentType, first, second.value, parts);
    return { sizeBytes, sha256: hash.digest('hex') };
  }

  override async get(key: string, range?: ByteRange): Promise<ObjectBody> {
    assertKey(key);
    if (range && range.end < range.start) throw new StorageError('bad_range', 'The range ends before it starts');
    const asked = range && { Range: `bytes=${range.start}-${range.end}` };
    const reply = await answerOf(this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key, ...asked })));
    const { Body, ContentLength = 0, ContentRange, ContentType = '' } = reply;
    if (!(Body instanceof Readable)) throw new StorageError('unavailable', 'The object store sent no body');
    const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange ?? '') ?? [];
    const taken = start === undefined ? null : { start: Number(start), end: Number(end) };
    return { body: Body, sizeBytes: taken ? Number(total) : ContentLength, contentType: ContentType, range: taken };
  }

  override async head(key: string): Promise<ObjectInfo | null> {
    assertKey(key);
    try {
      const reply = await answerOf(this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key })));
      const { ContentLength = 0, ContentType = '', LastModified, ETag = '' } = reply;
      return {
        sizeBytes: ContentLength,
        contentType: ContentType,
        modifiedAt: LastModified ?? new Date(0),
        etag: ETag,
      };
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  override async find(key: string): Promise<FoundObject | null> {
    const info = await this.head(key);
    const read = async (range?: ByteRange | null) => (await this.get(key, range ?? undefined)).body;
    return info && { ...info, read, close: async () => undefined };
  }

  override async copy(fromKey: string, toKey: string): Promise<void> {
    assertKey(toKey);
    const info = await this.head(fromKey);
    if (!info) throw new StorageError('not_found', 'There is no such object');
    if (info.sizeBytes > MAX_COPY_BYTES) {
      const { body } = await this.get(fromKey);
      await this.put(toKey, body, info).finally(() => body.destroy());
      return;
    }
    const source = `${this.bucket}/${fromKey}`.split('/').map(encodeURIComponent).join('/');
    await answerOf(this.client.send(new CopyObjectCommand({ Bucket: this.bucket, Key: toKey, CopySource: source })));
  }

  override async move(fromKey: string, toKey: string): Promise<void> {
    await this.copy(fromKey, toKey);
    await this.delete(fromKey);
  }

  override async delete(key: string): Promise<void> {
    assertKey(key);
    try {
      await answerOf(this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key })));
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  override async *list(prefix: string): AsyncGenerator<ListedObject> {
    assertKey(`${prefix}x`);
    for (let next: string | undefined; ;) {
      const place = { Bucket: this.bucket, Prefix: prefix };
      const page = await answerOf(
        this.client.send(new ListObjectsV2Command({ ...place, ...(next && { ContinuationToken: next }) })),
      );
      for (const { Key, Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
        if (Key) yield { key: Key, sizeBytes: Size, modifiedAt: LastModified };
      }
      next = page.NextContinuationToken;
      if (!next) return;
    }
  }

  override async signUpload(
    key: string,
    options: { contentType: string; sizeBytes: number; expiresInS: number },
  ): Promise<SignedObject> {
    assertKey(key);
    const { contentType, sizeBytes, expiresInS } = options;
    const object = {
      Bucket: this.bucket,
      Key: incoming(key),
      ContentType: contentType,
      ContentLength: sizeBytes,
    };
    const command = new PutObjectCommand(object);
    const sign = (signing: SigningOptions): Promise<string> => getSignedUrl(this.publicClient, command, signing);
    const signed = await signFor(expiresInS, ['content-type', 'content-length'], sign);
    const upload = { key, uploadId: WHOLE, sizeBytes, partBytes: sizeBytes };
    return { ...signed, method: 'PUT', headers: { 'Content-Type': contentType }, upload };
  }

  override async signDownload(key: string, options: DownloadOptions & { expiresInS: number }): Promise<string> {
    assertKey(key);
    const command = new GetObjectCommand({
      Bucket: this.bucket,
      Key: key,
      ResponseContentType: safeContentType(options.contentType),
      ResponseContentDisposition: contentDisposition(options.fileName, options.contentType, options.inline ?? false),
    });
    const sign = (signing: SigningOptions): Promise<string> => getSignedUrl(this.publicClient, command, signing);
    return (await signFor(options.expiresInS, [], sign)).url;
  }

  override async withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    const fill = async (path: string): Promise<void> => {
      const { body } = await this.get(key);
      await pipeline(body, createWriteStream(path, { flags: 'wx' }));
    };
    return withTemporaryFile(key, fill, use);
  }

  override async withSparseFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    const info = await this.head(key);
    if (!info) throw new StorageError('not_found', 'There is no such object');
    const fill = async (path: string): Promise<void> => {
      const file = await open(path, 'wx');
      try {
        await file.truncate(info.sizeBytes);
        for (const range of bothEnds(info.sizeBytes)) {
          const { body } = await this.get(key, range);
          const sizeBytes = range.end - range.start + 1;
          await writeStream(file, body, { sizeBytes }, range.start).finally(() => body.destroy());
        }
      } finally {
        await file.close();
      }
    };
    return withTemporaryFile(key, fill, use);
  }

  override async beginUpload(
    key: string,
    options: { contentType: string; sizeBytes: number },
  ): Promise<MultipartUpload> {
    assertKey(key);
    const uploadId = await this.multipart.begin(key, options.contentType);
    return { key, uploadId, sizeBytes: options.sizeBytes, partBytes: partBytesFor(options.sizeBytes) };
  }

  override async uploadedParts(upload: MultipartUpload): Promise<number[]> {
    if (upload.uploadId === WHOLE) {
      if (await this.head(incoming(upload.key))) return [1];
      throw new StorageError('not_found', 'There is no such object');
    }
    return (await this.wholeParts(upload)).map(({ PartNumber }) => PartNumber);
  }

  override async signPart(upload: MultipartUpload, partNumber: number, expiresInS: number): Promise<SignedUpload> {
    assertKey(upload.key);
    const { sizeBytes } = partRange(upload, partNumber);
    const place = { Bucket: this.bucket, Key: upload.key, UploadId: upload.uploadId, PartNumber: partNumber };
    const command = new UploadPartCommand({ ...place, ContentLength: sizeBytes });
    const sign = (signing: SigningOptions): Promise<string> => getSignedUrl(this.publicClient, command, signing);
    return { ...(await signFor(expiresInS, ['content-length'], sign)), method: 'PUT', headers: {} };
  }

  override async completeUpload(upload: MultipartUpload): Promise<void> {
    try {
      if (upload.uploadId === WHOLE) return await this.takeIn(upload);
      const parts = await this.wholeParts(upload);
      if (parts.length !== partCount(upload)) {
        throw new StorageError('size_mismatch', `${parts.length} of ${partCount(upload)} parts are there`);
      }
      await this.multipart.complete(upload.key, upload.uploadId, parts);
    } catch (error) {
      if (!isNotFound(error) || (await this.head(upload.key))?.sizeBytes !== upload.sizeBytes) throw error;
    }
  }

  override abortUpload(upload: MultipartUpload): Promise<void> {
    if (upload.uploadId === WHOLE) return this.delete(incoming(upload.key));
    return this.multipart.abort(upload.key, upload.uploadId);
  }

  override sweepTemporary(): Promise<number> {
    return sweepTemporaryFolders();
  }

  override sweepUploads(before: Date): Promise<number> {
    return this.multipart.sweep(before);
  }

  private async takeIn({ key, sizeBytes }: MultipartUpload): Promise<void> {
    if ((await this.head(key))?.sizeBytes !== sizeBytes) await this.copy(incoming(key), key);
    await this.delete(incoming(key));
  }

  private async putWhole(key: string, bytes: Buffer, contentType: string): Promise<number> {
    const object = {
      Bucket: this.bucket,
      Key: key,
      Body: bytes,
      ContentType: contentType,
      ContentLength: bytes.length,
    };
    await answerOf(this.client.send(new PutObjectCommand(object)));
    return bytes.length;
  }

  /** The parts with the expected length, in order. */
  private async wholeParts(upload: MultipartUpload): Promise<{ PartNumber: number; ETag?: string }[]> {
    const whole: { PartNumber: number; ETag?: string }[] = [];
    for await (const { PartNumber = 0, Size, ETag } of this.multipart.parts(upload.key, upload.uploadId)) {
      if (Size === partRange(upload, PartNumber).sizeBytes) whole.push({ PartNumber, ETag });
    }
    return whole.sort((a, b) => a.PartNumber - b.PartNumber);
  }
}
