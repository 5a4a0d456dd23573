import type { MainWindowPage } from '../../e2e/support/main-window-page.js'

/** The part of a heap snapshot (V8's format) that has the sizes. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [readonly string[], ...unknown[]]
    }
  }
  readonly nodes: readonly number[]
}

/** Bytes of a heap. */
export interface HeapSizes {
  /** Compiled code, and what the compiler stored about it. */
  readonly code: number
  /** Everything else: what the program itself holds. */
  readonly objects: number
}

/** `hidden` are V8's own lists, above all those of the compiled code that depends on a shape. */
const COMPILED = ['code', 'hidden']

/** Returns how much of a heap is compiled code. */
export function heapSizes({ snapshot, nodes }: HeapSnapshot): HeapSizes {
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let code = 0
  let objects = 0
  for (let start = 0; start < nodes.length; start += fields.length) {
    const bytes = nodes[start + size] ?? 0
    if (COMPILED.includes(types[0][nodes[start + type] ?? 0] ?? '')) code += bytes
    else objects += bytes
  }
  return { code, objects }
}

/** Takes a heap snapshot of the window, after a collection. */
export async function windowHeapSizes(desk: MainWindowPage): Promise<HeapSizes> {
  const client = await desk.page.context().newCDPSession(desk.page)
  const chunks: string[] = []
  client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await client.send('HeapProfiler.collectGarbage')
  await client.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await client.detach()
  return heapSizes(JSON.parse(chunks.join('')) as HeapSnapshot)
}
