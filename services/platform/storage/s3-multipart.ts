import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type MultipartUpload as ListedUpload,
  type Part,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { answerOf } from './s3-client.js';
import { isNotFound, StorageError } from './storage.js';

/** S3's multipart calls on one bucket; `not_found` for an upload that has ended. */
export class S3Multipart {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.client = client;
    this.bucket = bucket;
  }

  async begin(key: string, contentType: string): Promise<string> {
    const command = new CreateMultipartUploadCommand({ Bucket: this.bucket, Key: key, ContentType: contentType });
    const { UploadId } = await answerOf(this.client.send(command));
    if (!UploadId) throw new StorageError('unavailable', 'The object store returned no upload id');
    return UploadId;
  }

  private async upload(key: string, uploadId: string, partNumber: number, body: Uint8Array): Promise<CompletedPart> {
    const part = { Bucket: this.bucket, Key: key, UploadId: uploadId, PartNumber: partNumber };
    const { ETag } = await answerOf(this.client.send(new UploadPartCommand({ ...part, Body: body })));
    return { PartNumber: partNumber, ETag };
  }

  /** Creates an object from parts as they arrive and returns its length. */
  async put(
    key: string,
    contentType: string,
    first: Buffer,
    second: Uint8Array[],
    rest: AsyncGenerator<Uint8Array[], void, void>,
  ): Promise<number> {
    const uploadId = await this.begin(key, contentType);
    try {
      const done = [await this.upload(key, uploadId, 1, first)];
      let sizeBytes = first.length;
      for (let next = second; ;) {
        const bytes = Buffer.concat(next);
        done.push(await this.upload(key, uploadId, done.length + 1, bytes));
        sizeBytes += bytes.length;
        const more = await rest.next();
        if (more.done) break;
        next = more.value;
      }
      await this.complete(key, uploadId, done);
      return sizeBytes;
    } catch (error) {
      await this.abort(key, uploadId).catch(() => undefined);
      throw error;
    }
  }

  async *parts(key: string, uploadId: string): AsyncGenerator<Part> {
    for (let marker: string | undefined; ;) {
      const place = { Bucket: this.bucket, Key: key, UploadId: uploadId };
      const command = new ListPartsCommand({ ...place, ...(marker && { PartNumberMarker: marker }) });
      const page = await answerOf(this.client.send(command));
      yield* page.Parts ?? [];
      if (!page.IsTruncated) return;
      marker = page.NextPartNumberMarker;
    }
  }

  async complete(key: string, uploadId: string, parts: CompletedPart[]): Promise<void> {
    const place = { Bucket: this.bucket, Key: key, UploadId: uploadId };
    const list = parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
    await answerOf(
      this.client.send(new CompleteMultipartUploadCommand({ ...place, MultipartUpload: { Parts: list } })),
    );
  }

  async abort(key: string, uploadId: string): Promise<void> {
    const place = { Bucket: this.bucket, Key: key, UploadId: uploadId };
    try {
      await answerOf(this.client.send(new AbortMultipartUploadCommand(place)));
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /** Aborts the uploads that neither began nor got a part since `before`; returns how many. */
  async sweep(before: Date): Promise<number> {
    let swept = 0;
    for await (const { Key, UploadId, Initiated } of this.uploads()) {
      if (!Key || !UploadId || !Initiated || Initiated >= before) continue;
      if (await this.hasPartSince(before, Key, UploadId)) continue;
      await this.abort(Key, UploadId);
      swept++;
    }
    return swept;
  }

  private async *uploads(): AsyncGenerator<ListedUpload> {
    for (let marker = {}; ;) {
      const page = await answerOf(
        this.client.send(new ListMultipartUploadsCommand({ Bucket: this.bucket, ...marker })),
      );
      yield* page.Uploads ?? [];
      if (!page.IsTruncated) return;
      marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  private async hasPartSince(before: Date, key: string, uploadId: string): Promise<boolean> {
    try {
      for await (const { LastModified } of this.parts(key, uploadId))
        if (LastModified && LastModified >= before) return true;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return false;
  }
}
