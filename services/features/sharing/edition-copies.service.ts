import { Injectable } from '@nestjs/common';
import type { AudioContainer } from '../../audio-headers/containers.js';
import { layOutTagged } from '../../audio-tags/tagged.js';
import { type CopyTags, sizeOf, type TaggedLayout, taggedSource, TAGGER_VERSION } from '../../audio-tags/tags.js';
import { type AnalysisFacts, decodedFrames, heardOf } from '../../platform/audio/facts.js';
import { Database } from '../../platform/database/database.js';
import { objectSource } from '../../platform/storage/object-source.js';
import { Storage } from '../../platform/storage/storage.js';
import type { ArchiveCopy } from '../files/archive-files.lib.js';
import { CopyReader } from '../metadata/copy-reader.service.js';
import { copyTags, loudnessOf } from '../metadata/copy-tags.lib.js';
import { Cover } from '../metadata/cover.entity.js';
import { measureCopy } from '../metadata/measure-copy.lib.js';
import { Edition } from './edition.entity.js';
import type { EditionFinal } from './edition.schema.js';
import { EditionCover } from './edition-cover.entity.js';
import { TaggedCopy } from './tagged-copy.entity.js';

interface StoredSound {
  objectKey: string;
  sizeBytes: number;
  container: AudioContainer | null;
  facts: AnalysisFacts | null;
}

const SETTLED_SOUND = `
  SELECT audio.object_key AS "objectKey", audio.size_bytes::float8 AS "sizeBytes", audio.facts,
    coalesce(audio.facts, audio.probe)->>'container' AS container
  FROM files file JOIN audio ON audio.id = file.audio_id
  WHERE file.id = $1 AND file.deleted_at IS NULL AND audio.state IN ('done', 'failed')`;

const UNTAGGED = {
  sizeBytes: 0,
  sha256: null,
  crc32: 0,
  samplesMd5: '',
  headBytes: 0,
  fromByte: 0,
  toByte: 0,
  tailBytes: 0,
};

/** The finals of an edition with its metadata and cover in them. */
@Injectable()
export class EditionCopies {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly reader: CopyReader,
  ) {}

  /** The copies whose checksums are known, by file. Those of another version of the rules are left out. */
  async known({ id }: Pick<Edition, 'id'>): Promise<Map<string, TaggedCopy>> {
    const rows = await this.database.manager.findBy(TaggedCopy, { editionId: id, tagger: TAGGER_VERSION });
    return new Map(rows.map((row) => [row.fileId, row]));
  }

  /**
   * The known copies as parts of an archive. Their heads are computed when they are sent, because they contain the cover;
   * it is read once.
   */
  archived(edition: Edition, known: ReadonlyMap<string, TaggedCopy>): Map<string, ArchiveCopy> {
    let cover: Promise<CopyTags['cover']> | null = null;
    const layoutOf = async (final: EditionFinal, copy: TaggedCopy) => {
      const { headBytes, tailBytes } = copy;
      const layout = await this.layOut(edition, final, await (cover ??= this.coverOf(edition)), copy);
      const isSame = typeof layout !== 'string' && layout.head.length === headBytes && layout.tail.length === tailBytes;
      // The connection breaks, so that no one takes other bytes for these.
      if (!isSame) throw new Error('The tagged copy is another one than its checksums say');
      return layout;
    };
    return new Map(
      edition.content.finals.flatMap((final) => {
        const copy = known.get(final.fileId);
        if (!copy || copy.sha256 === null) return [];
        const part: ArchiveCopy = {
          ...copy,
          sha256: copy.sha256,
          head: async () => (await layoutOf(final, copy)).head,
          tail: async () => (await layoutOf(final, copy)).tail,
        };
        return [[final.fileId, part] as const];
      }),
    );
  }

  /** Reads a final and its copy. Null if the final is not analysed yet, if it or the cover is gone, or if the edition lacks it. */
  async read(edition: Edition, fileId: string): Promise<TaggedCopy | null> {
    const final = edition.content.finals.find((each) => each.fileId === fileId);
    const sound = final && (await this.soundOf(fileId));
    if (!sound || !edition.content.sheet || !(await this.hasCover(edition))) return null;
    const measures = { loudness: loudnessOf(sound.facts), flacMd5: heardOf(sound.facts)?.flacMd5 ?? null };
    const { manager } = this.database;
    const row = { editionId: edition.id, fileId, tagger: TAGGER_VERSION, ...measures };
    const layout = await this.layOut(edition, final, await this.coverOf(edition), measures, sound);
    const untagged = manager.create(TaggedCopy, { ...row, ...UNTAGGED });
    if (typeof layout === 'string') return untagged;
    const original = objectSource(this.storage, sound.objectKey, sound.sizeBytes);
    const copy = taggedSource(layout, original);
    if (await this.reader.refusal(copy, sound.container!, layout.head.length)) return untagged;
    const measured = await measureCopy(
      this.storage,
      sound.objectKey,
      original,
      sound.container!,
      layout,
      decodedFrames(sound.facts),
    );
    if (!measured || measured.own.sha256 !== measured.copied.sha256) {
      throw new Error('The tagged copy of a final has other samples');
    }
    return manager.create(TaggedCopy, {
      ...row,
      sizeBytes: sizeOf(layout),
      sha256: measured.sha256,
      crc32: measured.crc32,
      samplesMd5: measured.copied.md5,
      headBytes: layout.head.length,
      fromByte: layout.from,
      toByte: layout.to,
      tailBytes: layout.tail.length,
    });
  }

  private async layOut(
    { content }: Edition,
    final: EditionFinal,
    cover: CopyTags['cover'],
    { loudness, flacMd5 }: Pick<TaggedCopy, 'loudness' | 'flacMd5'>,
    known?: StoredSound,
  ): Promise<TaggedLayout | string> {
    const sound = known ?? (await this.soundOf(final.fileId));
    // Files that are delivered besides the masters have rules of their own.
    if (!sound?.container || !content.sheet || final.deliverable) return 'is delivered as it is.';
    const original = objectSource(this.storage, sound.objectKey, sound.sizeBytes);
    const frames = decodedFrames(sound.facts);
    const heard = frames === null ? null : { frames, flacMd5 };
    return layOutTagged(original, sound.container, heard, copyTags(content.sheet, final, loudness, cover));
  }

  private async soundOf(fileId: string): Promise<StoredSound | null> {
    const [sound] = await this.database.query<StoredSound>(SETTLED_SOUND, [fileId]);
    return sound ?? null;
  }

  /** Whether its tagged copies can be made: its cover may have been replaced before anybody needed it. */
  async hasCover(edition: Pick<Edition, 'projectId' | 'content'>): Promise<boolean> {
    const sha256 = edition.content.sheet?.cover;
    if (!sha256) return true;
    const found = await this.database.query(
      `SELECT FROM edition_covers WHERE project_id = $1 AND sha256 = $2 AND bytes IS NOT NULL
       UNION ALL SELECT FROM covers WHERE project_id = $1 AND sha256 = $2`,
      [edition.projectId, sha256],
    );
    return found.length > 0;
  }

  private async coverOf({ projectId, content }: Edition): Promise<CopyTags['cover']> {
    const sha256 = content.sheet?.cover;
    if (!sha256) return null;
    const { manager } = this.database;
    const kept = await manager.findOneBy(EditionCover, { projectId, sha256 });
    if (kept?.bytes) return { ...kept, bytes: kept.bytes };
    const { bytes, ...cover } = await manager.findOneOrFail(Cover, {
      where: { projectId, sha256 },
      select: { projectId: true, contentType: true, width: true, height: true, bytes: true },
    });
    return { ...cover, bytes: bytes! };
  }
}

/** The tagged copy of a final: null if it cannot be tagged, undefined if it is not known yet. */
export function copyOf({ fileId, deliverable }: EditionFinal, known: ReadonlyMap<string, TaggedCopy>) {
  if (deliverable) return null;
  const copy = known.get(fileId);
  return copy?.sha256 === null ? null : copy;
}
