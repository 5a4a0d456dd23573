import {
  McpServer,
  Server,
  type Implementation,
  type ServerOptions,
} from '@modelcontextprotocol/server'

/**
 * What a client may list: the member of the answer that holds the entries, and the member of an
 * entry that tells which one it is.
 */
const LISTS = {
  'tools/list': ['tools', 'name'],
  'prompts/list': ['prompts', 'name'],
  'resources/list': ['resources', 'uri'],
  'resources/templates/list': ['resourceTemplates', 'uriTemplate'],
} as const
type ListMethod = keyof typeof LISTS
const isList = (method: string): method is ListMethod => Object.hasOwn(LISTS, method)

/** Whether an entry of a list is told at this moment, by what tells which one it is. */
export type ListFilter = (list: (typeof LISTS)[ListMethod][0], key: string) => boolean

type Wrapped = ReturnType<Server['_wrapHandler']>

const memberOf = (entry: unknown, name: string): unknown =>
  typeof entry === 'object' && entry !== null ? Reflect.get(entry, name) : undefined

class FilteredServer extends Server {
  readonly #isListed: ListFilter
  constructor(info: Implementation, options: ServerOptions, isListed: ListFilter) {
    super(info, options)
    this.#isListed = isListed
  }

  protected override _wrapHandler(method: string, handler: Wrapped): Wrapped {
    const wrapped = super._wrapHandler(method, handler)
    if (!isList(method)) return wrapped
    const [entries, key] = LISTS[method]
    return async (request, context) => {
      const result = await wrapped(request, context)
      const all: unknown = result[entries]
      return Array.isArray(all)
        ? {
            ...result,
            [entries]: all.filter((entry: unknown) =>
              this.#isListed(entries, String(memberOf(entry, key))),
            ),
          }
        : result
    }
  }
}

/**
 * A server that knows everything it could do and lists what is open to its client now. The rest
 * stays callable, so that whoever calls it
 * all the same is told why it is refused, and not that there is no such thing.
 */
export class FilteredMcpServer extends McpServer {
  override readonly server: Server
  constructor(info: Implementation, options: ServerOptions, isListed: ListFilter) {
    super(info, options)
    this.server = new FilteredServer(info, options, isListed)
  }
}
