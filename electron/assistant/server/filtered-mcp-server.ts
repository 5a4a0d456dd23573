import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Implementation,
  type ServerOptions,
} from '@modelcontextprotocol/server'

/**
 * The lists that a client may request: the member of the response with the entries, and the member
 * of an entry that identifies it.
 */
const LISTS = {
  'tools/list': ['tools', 'name'],
  'prompts/list': ['prompts', 'name'],
  'resources/list': ['resources', 'uri'],
  'resources/templates/list': ['resourceTemplates', 'uriTemplate'],
} as const
type ListMethod = keyof typeof LISTS
const isList = (method: string): method is ListMethod => Object.hasOwn(LISTS, method)

/** True when an entry is listed now; `key` identifies the entry. */
export type ListFilter = (list: (typeof LISTS)[ListMethod][0], key: string) => boolean

type Wrapped = ReturnType<Server['_wrapHandler']>

const memberOf = (entry: unknown, name: string): unknown =>
  typeof entry === 'object' && entry !== null ? Reflect.get(entry, name) : undefined

/** The list of a schema's problems, as the library writes it into the text of an error. */
const SCHEMA_PROBLEMS = /^(?:Invalid \S+ request: )?(\[.*\])$/s
const MAX_NAMED = 3

/** Returns the members that a schema refused; null when the error is another one. */
function refusedMembers(error: unknown): readonly string[] | null {
  const problems = SCHEMA_PROBLEMS.exec(error instanceof Error ? error.message : '')?.[1]
  if (problems === undefined) return null
  try {
    const list: unknown = JSON.parse(problems)
    if (!Array.isArray(list)) return null
    const paths = list.map((problem: unknown) => memberOf(problem, 'path'))
    return paths.map((path) => (Array.isArray(path) ? path.join('.') : '')).slice(0, MAX_NAMED)
  } catch {
    return null
  }
}

/**
 * Answers parameters that a method does not have with the protocol's own error and the names of the
 * members, instead of an internal error with the library's schema.
 */
const withNamedMembers =
  (method: string, handler: Wrapped): Wrapped =>
  async (request, context) => {
    try {
      return await handler(request, context)
    } catch (error) {
      const members = refusedMembers(error)
      if (members === null) throw error
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `${method} was refused: ${members.join(', ')} is missing or not valid.`,
      )
    }
  }

class FilteredServer extends Server {
  readonly #isListed: ListFilter
  constructor(info: Implementation, options: ServerOptions, isListed: ListFilter) {
    super(info, options)
    this.#isListed = isListed
  }

  protected override _wrapHandler(method: string, handler: Wrapped): Wrapped {
    const wrapped = withNamedMembers(method, super._wrapHandler(method, handler))
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
 * A server that registers everything and lists only what its client may use now. The rest stays
 * callable, so that a caller gets the reason of the refusal instead of an unknown-tool error.
 */
export class FilteredMcpServer extends McpServer {
  override readonly server: Server
  constructor(info: Implementation, options: ServerOptions, isListed: ListFilter) {
    super(info, options)
    this.server = new FilteredServer(info, options, isListed)
  }
}
