import type { Result } from '../../../../shared/domain/result.js'
import { pageAfter, type Page, type PageRequest } from './paging.js'
import type { Refusal } from '../message/refusal.js'

/**
 * Returns one page of a changing list in ascending order of its ids. A page continues behind the
 * last id, whether or not that one still exists, so that no row is lost or repeated.
 */
export const sortedPage = <T>(
  all: readonly T[],
  idOf: (item: T) => string,
  request: PageRequest,
): Result<Page<T>, Refusal> =>
  pageAfter(
    (lastId) => (lastId === null ? all : all.filter((item) => idOf(item) > lastId)),
    idOf,
    request,
  )
