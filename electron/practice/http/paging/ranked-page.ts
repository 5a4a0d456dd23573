import { z } from 'zod'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { CODES } from '../../../../shared/wire/errors.js'
import type { Page, PageRequest } from './paging.js'
import { refused, type Refusal } from '../message/refusal.js'

const zRest = z.object({
  v: z.literal(1),
  condition: z.string(),
  rest: z.array(z.string().max(32)).max(500),
})

function readRest(key: string, condition: string): readonly string[] | null {
  try {
    const cursor = zRest.safeParse(JSON.parse(Buffer.from(key, 'base64').toString('utf8')))
    return cursor.success && cursor.data.condition === condition ? cursor.data.rest : null
  } catch {
    return null
  }
}

/**
 * Returns one page of a ranking that changes between pages. The cursor stores the rest of the first
 * page's order, so that no row is lost or repeated. Removed rows are left out.
 */
export function rankedPage<T>(
  all: readonly T[],
  idOf: (item: T) => string,
  { size, key, condition }: PageRequest,
): Result<Page<T>, Refusal> {
  const remaining = key === undefined || key === '' ? all.map(idOf) : readRest(key, condition)
  if (remaining === null) {
    return err(refused(CODES.invalidParameter, 'pagination_key is not valid.'))
  }
  const byId = new Map(all.map((item) => [idOf(item), item]))
  const data = remaining.slice(0, size).flatMap((id) => byId.get(id) ?? [])
  const afterPage = remaining.slice(size)
  return ok({
    data,
    pagination_key:
      afterPage.length === 0
        ? null
        : Buffer.from(JSON.stringify({ v: 1, condition, rest: afterPage }), 'utf8').toString(
            'base64',
          ),
  })
}
