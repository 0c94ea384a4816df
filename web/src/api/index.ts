import './client';

/** For `select`: unwraps the data of a reply. */
export const dataOf = <T>(reply: { data: T }): T => reply.data;

export * from './generated/@tanstack/react-query.gen';
export {
  filesBegin,
  filesCancelUpload,
  filesComplete,
  alignmentGet,
  authLinksCheck,
  filesListening,
  filesMakeLossless,
  filesMissingParts,
  filesPlayed,
  filesUnfinished,
  healthLive,
  identifyForMember,
  invoicesSetStatus,
  paymentsPay,
  projectsCreate,
  projectsUpdate,
  quotesCreate,
  sharedVisit,
  stagingAssignMany,
  stagingListening,
  uploadsCancel,
  stagingDeleteMany,
  uploadsRegister,
  uploadsUnfinished,
  uploadsParts,
  uploadsPermit,
} from './generated/sdk.gen';
export * from './generated/types.gen';
