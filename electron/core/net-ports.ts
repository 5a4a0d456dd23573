import type { Disposer } from '../../shared/domain/brand.js'
import type { Result } from '../../shared/domain/result.js'

/**
 * Ports of the network and the crypto library, used by the provider's client. Node implementations
 * are in `electron/adapters`, simulations in `test/`. They are in core because adapters and
 * provider both import core, but not each other.
 */

/**
 * How far a request came before it failed. `not-sent`: no byte of it left this computer. `sent`: it
 * may have been read. `response-started`: the server had begun to respond.
 */
export type HttpPhase = 'not-sent' | 'sent' | 'response-started'

export interface HttpFailure {
  readonly kind:
    | 'tls'
    | 'connect'
    | 'timeout'
    | 'reset'
    | 'truncated'
    | 'too-large'
    | 'aborted'
    | 'failed'
  readonly phase: HttpPhase
  /** The system's error code or a short word; never a body, header or path. */
  readonly detail: string
}

/**
 * What a request is for. Requests of one lane never wait for those of another: cancels; placements
 * and replacements; Order Detail and tokens, which both need; everything else.
 */
export type HttpLane = 'cancel' | 'order' | 'status' | 'read'

export interface HttpRequest {
  /** `read` when absent. */
  readonly lane?: HttpLane
  readonly method: 'GET' | 'POST'
  /** `https://host[:port]`, nothing else. */
  readonly origin: string
  /** Path and encoded query, starting with `/`. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
  /** Time limit until the connection is secured. */
  readonly connectTimeoutMs: number
  /** Time limit from the last byte sent to the last byte received. */
  readonly readTimeoutMs: number
  readonly maxResponseBytes: number
}

export interface HttpResponse {
  readonly status: number
  /** Lower-case names; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface HttpPort {
  /** Sends once; never repeats and never follows a redirect. Never rejects. */
  send(request: HttpRequest): Promise<Result<HttpResponse, HttpFailure>>
  /**
   * Ends reads that have had no sign of an answer for a second, because the network was away and
   * may have swallowed them. Orders and cancels wait on.
   */
  giveUpSilent?(): void
  /**
   * Closes idle connections, because one of them may be dead: a request into it would have no
   * answer. The next requests open new ones.
   */
  closeIdle?(): void
  /** Closes idle and active connections. */
  close(): void
}

/** The end of a stream. Status numbers are gRPC's own (0 = OK, 14 = UNAVAILABLE, …). */
export interface GrpcEnd {
  readonly status: number
  readonly detail: string
}

/** When a connection has to show that its server still answers. */
export interface Probing {
  /** The silence after which it is probed, in ms; null where only doubt causes that. */
  readonly afterSilenceMs: number | null
  /** Without an answer for so long, in ms, the connection ends. */
  readonly withinMs: number
  /** Calls the listener when the network path is in doubt, until disposed. */
  readonly onDoubt: (listener: () => void) => Disposer
  /** Called when an answer is late: what swallowed it may have swallowed other connections. */
  readonly onLate: () => void
}

export interface GrpcStreamRequest {
  readonly host: string
  readonly port: number
  /** `/package.Service/Method`. */
  readonly method: string
  readonly message: Uint8Array
  readonly metadata: Readonly<Record<string, string>>
  readonly probing?: Probing
}

/** Says when the network goes, and when it may be back. */
export interface NetworkPort {
  /**
   * Calls the listener right before the computer sleeps, until disposed; `onBack` follows when it
   * wakes. Absent for a network that ends with no sleep.
   */
  onSleep?(listener: () => void): Disposer
  /** Calls the listener when the computer woke up or is online again, until disposed. */
  onBack(listener: () => void): Disposer
}

/** The network within this computer. */
export const LOOPBACK_NETWORK: NetworkPort = { onBack: () => () => undefined }

export interface GrpcPort {
  /**
   * Opens one server stream. `onEnd` is called exactly once, also after disposal (status 1,
   * CANCELLED). Messages are the raw serialized bytes.
   */
  openStream(
    request: GrpcStreamRequest,
    handlers: { onMessage(bytes: Uint8Array): void; onEnd(end: GrpcEnd): void },
  ): Disposer
}

/**
 * Why an MQTT connection ended. `refused` carries the raw CONNACK code, also those beyond MQTT
 * 3.1.1.
 */
export type MqttEnd =
  | { readonly kind: 'refused'; readonly code: number }
  | { readonly kind: 'tls' | 'network' | 'timeout' | 'closed'; readonly detail: string }

export interface MqttConnect {
  readonly host: string
  readonly port: number
  /** Absent: MQTT directly over TLS; otherwise inside a WebSocket over TLS at this path. */
  readonly webSocketPath?: string
  readonly clientId: string
  readonly username: string
  readonly password: string
  readonly keepAliveSeconds: number
  readonly connectTimeoutMs: number
  readonly probing?: Probing
  /**
   * True for a connection that is closed again at once: it then says so to the server, which would
   * count it as lost otherwise, and for a while.
   */
  readonly isBrief?: boolean
}

export interface MqttPort {
  /**
   * Opens one connection (MQTT 3.1.1 over TLS, clean session, in a WebSocket where the request has
   * its path); never reconnects. `onEnd` is called
   * exactly once.
   */
  open(
    request: MqttConnect,
    handlers: {
      onConnected(): void
      onMessage(topic: string, payload: Uint8Array): void
      onEnd(end: MqttEnd): void
    },
  ): Disposer
}

export interface CryptoPort {
  /** Returns base64 of the HMAC of UTF-8 `text` under UTF-8 `key`. */
  hmacBase64(hash: 'sha256' | 'sha1', key: string, text: string): string
  /** Returns lower-case hex. */
  digestHex(hash: 'sha256' | 'md5', bytes: Uint8Array): string
  /** Returns SHA-256 as base64url without padding, as PKCE requires. */
  sha256Base64Url(text: string): string
  /** Compares in a time that does not depend on where the texts differ. */
  equal(a: string, b: string): boolean
  /** Ed25519. Private keys are PKCS #8 in base64; public keys and signatures are raw, in base64. */
  readonly ed25519: {
    create(): string
    publicKeyOf(privateKey: string): string
    /** SHA-256 of a public key, in lower-case hex. */
    fingerprint(publicKey: string): string
    sign(privateKey: string, text: string): string
    /** False for a wrong signature, and for a key or signature that is none. */
    verify(publicKey: string, text: string, signature: string): boolean
  }
}
