import type { Order } from './list.ts';

type Sorts = Record<string, Order[]>;

export const TASK_SORTS: Sorts = {
  due_date: [nullsLast('due_date'), 'due_date', 'id'],
  priority: [({ priority }) => ['urgent', 'high', 'medium', 'low'].indexOf(priority), '-created_at', '-id'],
};
export const EXPECTED_SEAT_ORDERS: Sorts = {
  device_name: [({ device_name }) => device_name.toLowerCase(), '-created_at', '-id'],
  last_seen_at: [nullsLast('last_seen_at'), '-last_seen_at', '-created_at', '-id'],
};
export const APP_SORTS: Sorts = {
  name: [({ name }) => name.toLowerCase(), '-created_at', 'client_id'],
};

/** Sorts rows without the member last. */
function nullsLast(member: string): Order {
  return (row) => Number(row[member] === null);
}
