import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'
import type { Writer } from '../../writer.js'

function clockError(aheadMs: number, { plural }: Writer): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  if (seconds < 120) return plural(seconds, { one: '# segundo', other: '# segundos' })
  if (seconds < 7_200) {
    return plural(Math.round(seconds / 60), { one: '# minuto', other: '# minutos' })
  }
  return plural(Math.round(seconds / 3_600), { one: '# hora', other: '# horas' })
}

/** Why a channel to the broker is down or delayed, in Spanish. */
export const channel: CatalogueLike<EnglishCatalogue>['channel'] = {
  clockOff: ({ aheadMs }, writer) =>
    `el reloj de este equipo va ${clockError(aheadMs, writer)} por ${aheadMs > 0 ? 'delante' : 'detrás'} del reloj del bróker`,
  refusedWithClock: ({ reason, clock }, { message }) =>
    `${message(reason)} Además, ${message(clock)}`,
  otherEnvironment: 'la clave pertenece a otro entorno',
  noAnswer: 'sin respuesta a la suscripción',
  grpcNotLoaded: 'no se pudo cargar la biblioteca gRPC',
  silent: 'no se recibió ningún mensaje durante demasiado tiempo',
  otherClient:
    'otro cliente, o una conexión anterior de este equipo, ocupa la suscripción de esta clave',
  ended: ({ status, detail }) => `el flujo terminó con el estado ${status} ${detail}`.trim(),
  keyRefused: ({ reason }) => `la clave fue rechazada: ${reason}`.trim(),
  unknownEventType: ({ type }) => `el tipo de evento ${type} no se conoce`,
  expired: 'la suscripción caducó',
  asleep: 'el equipo está en reposo',
  noMarketData: 'no se reciben datos de mercado',
  notSubscribed: ({ reason }) => `la suscripción falló: ${reason}`,
  refusedWithCode: ({ code }) => `la conexión fue rechazada con el código ${code}`,
  closed: ({ port, kind, detail }) =>
    `la conexión con el puerto ${port} se cerró (${kind}: ${detail})`,
}
