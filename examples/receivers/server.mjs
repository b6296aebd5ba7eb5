// A complete webhook receiver in plain Node: WEBHOOK_SECRET=… PORT=3000 node server.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET;
const seen = new Set(); // In production, use a unique column in your database.

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();

  // Answer before processing: an attempt times out after 15 seconds. All attempts for one event have the same event_id.
  response.writeHead(204).end();
  const { event, event_id, data } = JSON.parse(body.toString());
  if (seen.has(event_id)) return;
  seen.add(event_id);
  console.log(event, data);
});
server.listen(Number(process.env.PORT ?? 3000), () => {
  console.log(`listening on port ${server.address().port}`);
});

function isGenuine(headers, body) {
  const timestamp = headers['x-webhook-timestamp'] ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - timestamp) > 300) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const given = Buffer.from(headers['x-webhook-signature'] ?? '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
