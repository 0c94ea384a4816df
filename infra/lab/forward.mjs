// Forwards connections to an address to a port of this machine's loopback, so that containers can reach a server that
// listens only there.
//   node infra/lab/forward.mjs ADDRESS PORT TARGET_PORT
import { connect, createServer } from 'node:net';

const [address, port, target] = process.argv.slice(2);
createServer((inside) => {
  const outside = connect(Number(target), '127.0.0.1');
  inside.pipe(outside).pipe(inside);
  for (const socket of [inside, outside]) socket.on('error', () => (inside.destroy(), outside.destroy()));
}).listen(Number(port), address);
