/** At the start of a confined process, when its code has been read: from here on it is nobody's. */
export function giveRightsAway(): void {
  const [uid, gid] = process.argv.slice(2).map(Number);
  if (uid === undefined || gid === undefined) return;
  process.setgroups!([]);
  process.setgid!(gid);
  process.setuid!(uid);
}
