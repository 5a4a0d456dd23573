import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'
import type { NamedOrders } from '../../../en/program/leave.js'
import type { Writer } from '../../../writer.js'

const symbolsOf = (
  { symbols, more }: NamedOrders,
  { list, count }: Pick<Writer, 'list' | 'count'>,
): string => (more === 0 ? list(symbols) : list([...symbols, `${count(more)} más`]))

const instructions: CatalogueLike<EnglishCatalogue>['quit']['instructions'] = (
  { count },
  { plural },
) =>
  plural(count, {
    one: 'Se retira # instrucción pendiente de un asistente. No se envía nada de ella.',
    other: 'Se retiran # instrucciones pendientes de asistentes. No se envía nada de ellas.',
  })

/** What happens to orders and instructions when Countersign ends, in Spanish. */
export const quit: CatalogueLike<EnglishCatalogue>['quit'] = {
  title: '¿Salir de Countersign?',
  workingOrders: (orders, writer) =>
    `${writer.plural(orders.count, { one: '# orden activa permanece', other: '# órdenes activas permanecen' })} en el bróker (${symbolsOf(orders, writer)}). Las órdenes activas aún pueden ejecutarse con Countersign cerrado.`,
  practiceOrders: (orders, writer) =>
    `${writer.plural(orders.count, { one: '# orden de práctica sigue activa', other: '# órdenes de práctica siguen activas' })} (${symbolsOf(orders, writer)}). El mercado de práctica se detiene con Countersign y continúa en el próximo inicio.`,
  inFlight: (orders, writer) =>
    `${writer.plural(orders.count, { one: '# orden tiene una solicitud', other: '# órdenes tienen solicitudes' })} sin resultado conocido (${symbolsOf(orders, writer)}). Nada se envía de nuevo; el resultado se comprueba con el bróker en el próximo inicio.`,
  instructions,
  waiting: ({ count }, { plural }) =>
    plural(count, {
      one: '# instrucción espera su condición. Queda guardada; las condiciones no se evalúan con Countersign cerrado.',
      other:
        '# instrucciones esperan sus condiciones. Quedan guardadas; las condiciones no se evalúan con Countersign cerrado.',
    }),
  alerts: ({ count }, { plural }) =>
    plural(count, {
      one: '# alerta no se evalúa hasta el próximo inicio.',
      other: '# alertas no se evalúan hasta el próximo inicio.',
    }),
  leave: 'Salir',
  cancelAndLeave: 'Cancelar órdenes y salir',
  stay: 'Quedarse',
  notCanceled: ({ count }, { plural }) =>
    plural(count, {
      one: 'No se pudo cancelar # orden. Countersign sigue abierto; compruebe la orden.',
      other: 'No se pudieron cancelar # órdenes. Countersign sigue abierto; compruebe las órdenes.',
    }),
}

/** What happens to orders and instructions when another profile opens, in Spanish. */
export const leaveProfile: CatalogueLike<EnglishCatalogue>['leaveProfile'] = {
  title: '¿Cambiar a otro perfil?',
  workingOrders: (orders, writer) =>
    `${writer.plural(orders.count, { one: '# orden activa permanece', other: '# órdenes activas permanecen' })} en el bróker (${symbolsOf(orders, writer)}). Las órdenes activas aún pueden ejecutarse con otro perfil abierto, y aquí no se ve.`,
  practiceOrders: (orders, writer) =>
    `${writer.plural(orders.count, { one: '# orden de práctica sigue activa', other: '# órdenes de práctica siguen activas' })} (${symbolsOf(orders, writer)}). El mercado de práctica se detiene ahora y continúa cuando vuelva a abrir este perfil.`,
  inFlight: (orders, writer) =>
    `${writer.plural(orders.count, { one: '# orden tiene una solicitud', other: '# órdenes tienen solicitudes' })} sin resultado conocido (${symbolsOf(orders, writer)}). Nada se envía de nuevo; el resultado se comprueba con el bróker cuando vuelva a abrir este perfil.`,
  instructions,
  waiting: ({ count }, { plural }) =>
    plural(count, {
      one: '# instrucción espera su condición. Queda guardada; su condición no se evalúa hasta que vuelva a abrir este perfil.',
      other:
        '# instrucciones esperan sus condiciones. Quedan guardadas; sus condiciones no se evalúan hasta que vuelva a abrir este perfil.',
    }),
  alerts: ({ count }, { plural }) =>
    plural(count, {
      one: '# alerta no se evalúa hasta que vuelva a abrir este perfil.',
      other: '# alertas no se evalúan hasta que vuelva a abrir este perfil.',
    }),
  leave: 'Cambiar',
  cancelAndLeave: 'Cancelar órdenes y cambiar',
  stay: 'Quedarse',
  notCanceled: ({ count }, { plural }) =>
    plural(count, {
      one: 'No se pudo cancelar # orden. Este perfil sigue abierto; compruebe la orden.',
      other: 'No se pudieron cancelar # órdenes. Este perfil sigue abierto; compruebe las órdenes.',
    }),
}
