/**
 * Globals that exist in every runtime and neither read the clock nor do input or output. Folders
 * without Node or DOM types see only these; they reach everything else through a port.
 */
interface TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>
}
declare var TextEncoder: { new (): TextEncoder }

interface TextDecoder {
  decode(input?: ArrayBuffer | ArrayBufferView): string
}
declare var TextDecoder: {
  new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder
}

interface URLSearchParams extends Iterable<[string, string]> {
  append(name: string, value: string): void
  delete(name: string): void
  get(name: string): string | null
  getAll(name: string): string[]
  has(name: string): boolean
  set(name: string, value: string): void
  sort(): void
  toString(): string
}
declare var URLSearchParams: {
  new (
    init?: string | Iterable<readonly [string, string]> | Readonly<Record<string, string>>,
  ): URLSearchParams
}

interface URL {
  hash: string
  host: string
  hostname: string
  href: string
  readonly origin: string
  password: string
  pathname: string
  port: string
  protocol: string
  search: string
  readonly searchParams: URLSearchParams
  username: string
  toString(): string
}
declare var URL: { new (url: string, base?: string | URL): URL }

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
  throwIfAborted(): void
}
declare var AbortSignal: { prototype: AbortSignal }

interface AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
declare var AbortController: { new (): AbortController }

/** Decodes base64 to a string with one character for each byte; throws on anything else. */
declare function atob(data: string): string
declare function structuredClone<T>(value: T): T
declare function queueMicrotask(callback: () => void): void
