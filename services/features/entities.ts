import { Activity } from './activity/activity.entity.js';
import { Album } from './album/album.entity.js';
import { AlbumProposal } from './album/album-proposal.entity.js';
import { AlbumTrack } from './album/album-track.entity.js';
import { SiteEvent } from './analytics/site-event.entity.js';
import { AcceptedCheck } from './audio/accepted-check.entity.js';
import { Audio } from './audio/audio.entity.js';
import { AuditEntry } from './audit/audit-entry.entity.js';
import { SecondFactor } from './auth/second-factor/second-factor.entity.js';
import { Invite } from './clients/invite.entity.js';
import { Comment } from './comments/comment.entity.js';
import { Convention } from './conventions/convention.entity.js';
import { SlotLesson } from './conventions/slot-lesson.entity.js';
import { DdpReportRow } from './ddp/ddp-report.entity.js';
import { DiscImage } from './ddp/disc-image.entity.js';
import { MadeCopy } from './ddp/made-copy.entity.js';
import { DeliverableReading } from './deliverables/reading.entity.js';
import { EngineerInvite } from './engineers/engineer-invite.entity.js';
import { Approval } from './files/approval.entity.js';
import { ProjectFile } from './files/file.entity.js';
import { FileDownload } from './files/file-download.entity.js';
import { Listen } from './files/listen.entity.js';
import { MixPairing } from './files/mix-pairing.entity.js';
import { PersonVerdict } from './files/person-verdict.entity.js';
import { Repair } from './health/repair.entity.js';
import { Invoice } from './invoices/invoice.entity.js';
import { Signup } from './mailing-list/signup.entity.js';
import { StudioClient } from './memberships/studio-client.entity.js';
import { Cover } from './metadata/cover.entity.js';
import { ReleaseMetadata } from './metadata/release-metadata.entity.js';
import { TrackMetadata } from './metadata/track-metadata.entity.js';
import { EmailOptOut } from './notifications/email-opt-out.entity.js';
import { Notification } from './notifications/notification.entity.js';
import { Project } from './projects/project.entity.js';
import { ProjectPerson } from './projects/project-person.entity.js';
import { ProjectVisit } from './projects/project-visit.entity.js';
import { Quote } from './quotes/quote.entity.js';
import { SentReminder } from './reminders/sent-reminder.entity.js';
import { Edition } from './sharing/edition.entity.js';
import { EditionCover } from './sharing/edition-cover.entity.js';
import { LinkFetch } from './sharing/link-fetch.entity.js';
import { ShareLink } from './sharing/share-link.entity.js';
import { SigningKey } from './sharing/signing-key.entity.js';
import { TaggedCopy } from './sharing/tagged-copy.entity.js';
import { StagingFile } from './staged-files/staging-file.entity.js';
import { Studio } from './studio/studio.entity.js';
import { Slot } from './tracks/slot.entity.js';
import { Track } from './tracks/track.entity.js';
import { TrashItem } from './trash-store/trash-item.entity.js';
import { Profile } from './users/profile.entity.js';
import { User } from './users/user.entity.js';

/** Every table that TypeORM maps; both processes load the same. */
export const entities = [
  AcceptedCheck,
  Activity,
  Album,
  AlbumProposal,
  AlbumTrack,
  Approval,
  Audio,
  AuditEntry,
  Comment,
  Convention,
  Cover,
  DdpReportRow,
  DiscImage,
  DeliverableReading,
  EngineerInvite,
  FileDownload,
  Repair,
  Invite,
  Invoice,
  Listen,
  MadeCopy,
  EmailOptOut,
  MixPairing,
  Notification,
  PersonVerdict,
  Profile,
  Project,
  ProjectFile,
  ProjectPerson,
  ProjectVisit,
  Quote,
  ReleaseMetadata,
  SecondFactor,
  SentReminder,
  Edition,
  EditionCover,
  LinkFetch,
  ShareLink,
  SigningKey,
  Signup,
  SiteEvent,
  Slot,
  SlotLesson,
  StagingFile,
  Studio,
  StudioClient,
  TaggedCopy,
  Track,
  TrackMetadata,
  TrashItem,
  User,
];
