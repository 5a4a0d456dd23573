import type { Result } from '../../../../shared/domain/result.js'
import { pageAfter, type Page } from './paging.js'
import type { Refusal } from '../message/refusal.js'

/**
 * One page of a list in ascending order of its ids, which comes and goes while it is read: a page
 * goes on behind the last id,
 * whether or not that is still there, so that nothing is lost, told twice or begun anew.
 */
export const sortedPage = <T>(
  all: readonly T[],
  idOf: (item: T) => string,
  size: number,
  key: string | undefined,
  condition: string,
): Result<Page<T>, Refusal> =>
  pageAfter(
    (lastId) => (lastId === null ? all : all.filter((item) => idOf(item) > lastId)),
    idOf,
    size,
    key,
    condition,
  )
