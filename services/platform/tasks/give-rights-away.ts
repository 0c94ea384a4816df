/** Drops the process's rights. Called at the start of a confined process, once its code has been loaded. */
export function giveRightsAway(): void {
  const [uid, gid] = process.argv.slice(2).map(Number);
  if (uid === undefined || gid === undefined) return;
  process.setgroups!([]);
  process.setgid!(gid);
  process.setuid!(uid);
}
