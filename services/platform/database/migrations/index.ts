import type { MigrationInterface } from 'typeorm';
import { EventCore1763640000000 } from './1763640000000-event-core.js';
import { CoreTables1763641000000 } from './1763641000000-core-tables.js';
import { Sessions1763642000000 } from './1763642000000-sessions.js';
import { FetchedBytes1763643000000 } from './1763643000000-fetched-bytes.js';
import { Healings1763644000000 } from './1763644000000-healings.js';
import { ResumableUploads1795181770758 } from './1795181770758-resumable-uploads.js';
import { YieldingHandlers1795307969000 } from './1795307969000-yielding-handlers.js';
import { Commerce1795308153055 } from './1795308153055-commerce.js';
import { Conventions1795308566283 } from './1795308566283-conventions.js';
import { ProjectLists1795308659560 } from './1795308659560-project-lists.js';
import { PaidVia1795309300000 } from './1795309300000-paid-via.js';
import { ProjectVisits1795309385614 } from './1795309385614-project-visits.js';
import { Profiles1795309478924 } from './1795309478924-profiles.js';
import { ResumedReminders1795309716123 } from './1795309716123-resumed-reminders.js';
import { SharedProfiles1795312991043 } from './1795312991043-shared-profiles.js';
import { ClientComments1795321037613 } from './1795321037613-client-comments.js';
import { CommentThreads1795344469129 } from './1795344469129-comment-threads.js';
import { FailedHandlers1795345300000 } from './1795345300000-failed-handlers.js';
import { PaymentInstructions1795346436000 } from './1795346436000-payment-instructions.js';
import { Approvals1795346653483 } from './1795346653483-approvals.js';
import { Installation1795348000000 } from './1795348000000-installation.js';
import { FailedMails1795348678000 } from './1795348678000-failed-mails.js';
import { WholeUploads1795371936037 } from './1795371936037-whole-uploads.js';
import { MailingListAndAnalytics1795372323311 } from './1795372323311-mailing-list-and-analytics.js';
import { ResumableFiles1795372400000 } from './1795372400000-resumable-files.js';
import { Traces1795379000000 } from './1795379000000-traces.js';
import { EarlySuggestions1795379100000 } from './1795379100000-early-suggestions.js';
import { EngineerInvites1795379400000 } from './1795379400000-engineer-invites.js';
import { StorageUsage1795380000000 } from './1795380000000-storage-usage.js';
import { SecondFactors1795380100000 } from './1795380100000-second-factors.js';
import { AcceptedChecks1795381000000 } from './1795381000000-accepted-checks.js';
import { SuspendedClients1795382000000 } from './1795382000000-suspended-clients.js';
import { LosslessListening1795384159774 } from './1795384159774-lossless-listening.js';
import { FileReferences1795390000000 } from './1795390000000-file-references.js';
import { MailServer1795400100000 } from './1795400100000-mail-server.js';
import { FurtherInvoices1795400200000 } from './1795400200000-further-invoices.js';
import { Trash1795435987336 } from './1795435987336-trash.js';
import { Memberships1795436100000 } from './1795436100000-memberships.js';
import { MailHold1795437000000 } from './1795437000000-mail-hold.js';
import { DeletedProjects1795437337416 } from './1795437337416-deleted-projects.js';
import { WrongCodes1795438000000 } from './1795438000000-wrong-codes.js';
import { AuditTrail1795438100000 } from './1795438100000-audit-trail.js';
import { RequiredSecondFactors1795438200000 } from './1795438200000-required-second-factors.js';
import { ReaderGaps1795438300000 } from './1795438300000-reader-gaps.js';
import { SlotQuestions1795440000000 } from './1795440000000-slot-questions.js';
import { OneStagedRow1795441000000 } from './1795441000000-one-staged-row.js';
import { ResumableArchives1795442900000 } from './1795442900000-resumable-archives.js';
import { ContactAddress1795443200000 } from './1795443200000-contact-address.js';
import { Metadata1795443300000 } from './1795443300000-metadata.js';
import { Listens1795443500000 } from './1795443500000-listens.js';
import { QuoteQuestions1795443800000 } from './1795443800000-quote-questions.js';
import { AcceptanceReasons1795447200000 } from './1795447200000-acceptance-reasons.js';
import { ShareLinks1795450410000 } from './1795450410000-share-links.js';
import { Editions1795450420000 } from './1795450420000-editions.js';
import { ProjectPeople1795451510000 } from './1795451510000-project-people.js';
import { Verdicts1795451520000 } from './1795451520000-verdicts.js';
import { AlbumOrder1795461000000 } from './1795461000000-album-order.js';
import { MixPairings1795462000000 } from './1795462000000-mix-pairings.js';
import { DeliveryNews1795463000000 } from './1795463000000-delivery-news.js';
import { QuoteLines1795464000000 } from './1795464000000-quote-lines.js';
import { SamplesChecksums1795464100000 } from './1795464100000-samples-checksums.js';
import { DiscImages1795465000000 } from './1795465000000-disc-images.js';
import { Deliverables1795466000000 } from './1795466000000-deliverables.js';
import { MadeCopies1795470100000 } from './1795470100000-made-copies.js';
import { DiscMasters1795470400000 } from './1795470400000-disc-masters.js';
import { TaggedCopies1795473000000 } from './1795473000000-tagged-copies.js';
import { DiscPlans1795475000000 } from './1795475000000-disc-plans.js';
import { DdpParts1795475100000 } from './1795475100000-ddp-parts.js';
import { Search1795476000000 } from './1795476000000-search.js';
import { MailClosing1795476100000 } from './1795476100000-mail-closing.js';
import { EditionThumbnails1795481200000 } from './1795481200000-edition-thumbnails.js';
import { CoversWhenNeeded1795771653120 } from './1795771653120-covers-when-needed.js';
import { KnownErrors1795774053000 } from './1795774053000-known-errors.js';
import { InvitedIds1795774300000 } from './1795774300000-invited-ids.js';
import { LosslessMaking1795774400000 } from './1795774400000-lossless-making.js';
import { CsvColumns1795775235049 } from './1795775235049-csv-columns.js';
import { LinkWrongPasswords1795775300000 } from './1795775300000-link-wrong-passwords.js';
import { AccessVersions1795790884953 } from './1795790884953-access-versions.js';
import { LinksOfPeople1795792888224 } from './1795792888224-links-of-people.js';
import { LosslessLevels1795795200000 } from './1795795200000-lossless-levels.js';
import { PqOffsets1795796000000 } from './1795796000000-pq-offsets.js';
import { CopiedFlacMd51795797000000 } from './1795797000000-copied-flac-md5.js';
import { MailHandovers1795800000000 } from './1795800000000-mail-handovers.js';

/** In the order in which they run. */
export const migrations: (new () => MigrationInterface)[] = [
  EventCore1763640000000,
  CoreTables1763641000000,
  Sessions1763642000000,
  FetchedBytes1763643000000,
  Healings1763644000000,
  ResumableUploads1795181770758,
  YieldingHandlers1795307969000,
  Commerce1795308153055,
  Conventions1795308566283,
  ProjectLists1795308659560,
  PaidVia1795309300000,
  ProjectVisits1795309385614,
  Profiles1795309478924,
  ResumedReminders1795309716123,
  SharedProfiles1795312991043,
  ClientComments1795321037613,
  CommentThreads1795344469129,
  FailedHandlers1795345300000,
  PaymentInstructions1795346436000,
  Approvals1795346653483,
  Installation1795348000000,
  FailedMails1795348678000,
  WholeUploads1795371936037,
  MailingListAndAnalytics1795372323311,
  ResumableFiles1795372400000,
  Traces1795379000000,
  EarlySuggestions1795379100000,
  StorageUsage1795380000000,
  EngineerInvites1795379400000,
  AcceptedChecks1795381000000,
  SecondFactors1795380100000,
  SuspendedClients1795382000000,
  LosslessListening1795384159774,
  FileReferences1795390000000,
  MailServer1795400100000,
  FurtherInvoices1795400200000,
  Trash1795435987336,
  Memberships1795436100000,
  MailHold1795437000000,
  DeletedProjects1795437337416,
  WrongCodes1795438000000,
  AuditTrail1795438100000,
  RequiredSecondFactors1795438200000,
  ReaderGaps1795438300000,
  SlotQuestions1795440000000,
  OneStagedRow1795441000000,
  ResumableArchives1795442900000,
  Metadata1795443300000,
  ShareLinks1795450410000,
  ContactAddress1795443200000,
  QuoteQuestions1795443800000,
  Listens1795443500000,
  Editions1795450420000,
  AcceptanceReasons1795447200000,
  ProjectPeople1795451510000,
  Verdicts1795451520000,
  AlbumOrder1795461000000,
  MixPairings1795462000000,
  DeliveryNews1795463000000,
  QuoteLines1795464000000,
  DiscImages1795465000000,
  Deliverables1795466000000,
  SamplesChecksums1795464100000,
  MadeCopies1795470100000,
  TaggedCopies1795473000000,
  DiscMasters1795470400000,
  DiscPlans1795475000000,
  DdpParts1795475100000,
  Search1795476000000,
  MailClosing1795476100000,
  EditionThumbnails1795481200000,
  CoversWhenNeeded1795771653120,
  KnownErrors1795774053000,
  InvitedIds1795774300000,
  LosslessMaking1795774400000,
  CsvColumns1795775235049,
  LinkWrongPasswords1795775300000,
  AccessVersions1795790884953,
  LinksOfPeople1795792888224,
  LosslessLevels1795795200000,
  PqOffsets1795796000000,
  CopiedFlacMd51795797000000,
  MailHandovers1795800000000,
];
