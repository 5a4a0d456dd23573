import type { Transfer } from './activity.js'
import type { TransferFilters } from './transfer-filters.schema.js'

export const ALL_TRANSFERS: TransferFilters = {
  method: null,
  direction: null,
  status: null,
  extent: null,
  group: null,
}

/** True for a transfer that a list with these filters has. */
export const matchesFilters = (transfer: Transfer, filters: TransferFilters): boolean =>
  (filters.method === null || transfer.method === filters.method) &&
  (filters.direction === null || transfer.direction === filters.direction) &&
  (filters.status === null || transfer.status === filters.status) &&
  (filters.extent === null || transfer.extent === filters.extent) &&
  (filters.group === null || transfer.group === filters.group)
