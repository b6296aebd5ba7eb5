import type { TSchema } from '../lib/schema/type.ts';
import { EVENTS } from '../events/catalogue.ts';
import { exampleId, buildExample } from '../features/reference/example.ts';
import type { ApiDocument, ApiOperation, KnownValues, Schema } from '../lib/schema/openapi.ts';
import { DELIVERY_HEADERS } from './deliveryHeaders.ts';
import { describeResponse } from './schemas.ts';

export const EVENTS_TAG = {
  name: 'Events',
  description:
    'A signed POST to each endpoint that subscribed to the event. Answer with any 2xx status within 15 seconds. A ' +
    'failed attempt is retried after 10 and 60 seconds. Events can arrive more than once and out of order: ' +
    'detect duplicates by `event_id`.',
};

/** Describes the request that receivers get, for each event type. */
export function describeEvents(): ApiDocument['webhooks'] {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([event, { fires_when, data }]) => [
      event,
      { post: describeEvent(event, fires_when, data) },
    ]),
  );
}

function describeEvent(event: string, fires_when: string, data: TSchema): ApiOperation {
  const described = describeResponse(data);
  const schema = envelopeOf(event, described);
  return {
    operationId: `receive${recordName(event)}`,
    tags: [EVENTS_TAG.name],
    summary: event,
    description: `A delivery of \`${event}\`. Sent when ${fires_when}.`,
    security: [],
    parameters: DELIVERY_HEADERS,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema,
          example: buildExample(schema, { data: buildExample(described, EXAMPLE_VALUES) }),
        },
      },
    },
    responses: { '2XX': { description: 'Received. The response body is ignored.' } },
  };
}

/** `task.status_changed` as `TaskStatusChanged`. */
function recordName(event: string): string {
  const words = event.split(/[._]/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function envelopeOf(event: string, data: Schema): Schema {
  return {
    type: 'object',
    title: `${recordName(event)}Event`,
    description: `The body of a delivery of \`${event}\`.`,
    required: ['event', 'event_id', 'timestamp', 'data'],
    properties: {
      event: { type: 'string', enum: [event], description: 'The type of the event.' },
      event_id: {
        type: 'string',
        pattern: '^evt-[0-9a-f-]{36}$',
        description:
          'The id of the event. Every attempt carries the same id, so use it to detect duplicates.',
      },
      timestamp: { type: 'string', format: 'date-time', description: 'The time of the event, in UTC.' },
      data: {
        ...data,
        title: `${recordName(event)}Data`,
        description: `The data of \`${event}\`.`,
      },
    },
  };
}

/** All examples show the same case: a session on a device completes a task that was created by API. */
const EXAMPLE_VALUES: KnownValues = {
  previous_status: 'in_progress',
  new_status: 'completed',
  changed_by: 'session',
  completion_source: 'session',
  integration: null,
  session_id: exampleId('session_id'),
  task_id: exampleId('task_id'),
  user_id: exampleId('user_id'),
};
