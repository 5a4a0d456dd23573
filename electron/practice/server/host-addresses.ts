import type { PracticeReady } from '../../../shared/practice/practice-control.js'
import { LOOPBACK } from '../model/running-server.js'
import type { OpenPorts, ServerName } from './open-ports.js'

/** The addresses of the exchange's servers. */
export class HostAddresses {
  #ports: OpenPorts['ports'] | null = null

  /** Sets the ports once all servers listen. */
  setPorts(ports: OpenPorts['ports']): void {
    this.#ports = ports
  }

  /** Base URL of the API host; empty until it listens. */
  get api(): string {
    return this.#url('api')
  }

  /** Base URL of the host that serves the login page; empty until it listens. */
  get passport(): string {
    return this.#url('oauth')
  }

  /** Returns all addresses for clients. */
  hosts(): PracticeReady['hosts'] {
    return {
      api: this.api,
      oauth: this.passport,
      passport: this.passport,
      events: this.#endpoint('events'),
      data: this.#endpoint('data'),
      dataWeb: this.#endpoint('dataWeb'),
      broker: this.#url('broker'),
      brokerEvents: this.#endpoint('brokerEvents'),
    }
  }

  #url(name: ServerName): string {
    return this.#ports === null ? '' : `https://${LOOPBACK}:${this.#ports[name]}`
  }

  #endpoint(name: ServerName): { readonly host: string; readonly port: number } {
    return { host: LOOPBACK, port: this.#ports?.[name] ?? 0 }
  }
}
