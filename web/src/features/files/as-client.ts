import type { File, Project } from '../../api';

/** A project as its client sees it, for an engineer who looks at it and changes nothing. */
export const projectAsClient = (project: Project): Project => ({
  ...project,
  can: {
    update: false,
    stage: false,
    uploadOriginals: false,
    uploadMasters: false,
    downloadFinals: project.finalsUnlocked,
    comment: false,
    decide: false,
    seeMoney: true,
    invite: false,
  },
});

/** A file as the client sees it: finals are locked until the payment, and it is heard once someone of the client's side has heard it. */
export const fileAsClient = (file: File, { finalsUnlocked }: Project): File => ({
  ...file,
  heard: file.heardBy.length > 0,
  can: {
    download: file.fileType === 'upload' || finalsUnlocked,
    delete: false,
    approve: false,
    pair: false,
  },
});
