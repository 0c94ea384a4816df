import './client';

/** For `select`: the data of a reply without its envelope. */
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
  filesUnfinished,
  healthLive,
  invoicesSetStatus,
  paymentsPay,
  projectsCreate,
  projectsUpdate,
  quotesCreate,
  stagingAssignMany,
  uploadsCancel,
  stagingDeleteMany,
  uploadsRegister,
  uploadsUnfinished,
  uploadsParts,
  uploadsPermit,
} from './generated/sdk.gen';
export * from './generated/types.gen';
