import type { AssetClass } from '../../../../domain/instruments/instrument.js'
import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'
import { STRATEGY_NAMES } from '../names.js'

const PRODUCTS: Readonly<Record<AssetClass, string>> = {
  stock: 'acciones',
  option: 'opciones',
  futures: 'futuros',
  crypto: 'criptomonedas',
  event: 'contratos de eventos',
}

/** Why an assistant's call is refused, in Spanish. */
export const refusals: CatalogueLike<EnglishCatalogue>['refusals'] = {
  starting: 'Countersign se está iniciando.',
  sessionEnded: 'La sesión ha terminado.',
  locked: 'Countersign está bloqueado.',
  halted: 'Los asistentes están detenidos en Countersign.',
  connecting: 'Countersign no está listo: todavía se conecta con el bróker.',
  signedOut: 'Countersign no está listo: nadie ha iniciado sesión con el bróker.',
  signInNeeded: 'Countersign no está listo: el inicio de sesión requiere a la persona.',
  revoked: 'Esta conexión fue revocada.',
  revokedByPerson: 'La persona revocó esta conexión.',
  keyRenewed: 'La persona renovó la clave de esta conexión.',
  killed: 'La persona detuvo a los asistentes con el interruptor de emergencia.',
  haltedByDamage: ({ problem }, { message }) =>
    `Countersign detuvo a los asistentes, no la persona: ${message(problem)} La persona debe revisar las órdenes y reanudar a los asistentes.`,
  haltedUnreadable:
    'Countersign detuvo a los asistentes, no la persona ahora: no se puede leer el registro de una detención anterior. La persona debe reanudar a los asistentes.',
  haltedByAudit:
    'Countersign detuvo a los asistentes, no la persona: no se puede escribir el registro de auditoría. La persona debe liberar espacio en el disco o revisar el registro.',
  haltedTrading: 'La negociación está detenida en Countersign. Solo la persona puede reanudarla.',
  haltedLive:
    'La negociación está detenida en el perfil abierto en Countersign; eso vale también para la práctica paralela.',
  requestedSessionEnded: 'La sesión de Countersign que recibió la solicitud ha terminado.',
  connectionUnknown: 'Esta conexión no se conoce aquí.',
  paused: 'Esta conexión está en pausa.',
  pausedBecause: ({ reason }, { message }) => `Esta conexión está en pausa: ${message(reason)}`,
  shadow: 'Esta conexión está limitada a la práctica.',
  toolsetOff: ({ tool, toolset }) =>
    `${tool} pertenece al conjunto de herramientas ${toolset}, que la persona no ha permitido a esta conexión.`,
  ordersToolsetOff: ({ toolset }) =>
    `Solicitar órdenes pertenece al conjunto de herramientas ${toolset}, que la persona no ha permitido a esta conexión.`,
  repeatedTooOften: ({ max }) => `Lo mismo ya se solicitó ${max} veces. Espere la decisión.`,
  pendingOver: ({ count, max }) =>
    `Ya hay ${count} instrucciones pendientes; puede haber ${max} como máximo.`,
  perMinuteOver: ({ count, max }) =>
    `Se solicitaron ${count} instrucciones en un minuto; puede haber ${max} como máximo.`,
  notKnownNow: 'Sus datos no están disponibles ahora.',
  policyDenied: 'La política de esta conexión no lo permite.',
  batchSize: ({ max }) => `Solicite de una a ${max} órdenes a la vez.`,
  nothingToChange: 'No cambiaría nada.',
  orderUnknown: 'Esta orden no se conoce aquí.',
  orderIdUnknown: ({ clientOrderId }) => `La orden ${clientOrderId} no se conoce aquí.`,
  keyLength: ({ max }) => `Una clave de instrucción tiene de uno a ${max} caracteres.`,
  keyConflict: 'Esta clave de instrucción se usó para otra orden.',
  auditFailed: 'No se puede escribir el registro de auditoría; no se acepta nada.',
  storeFailed: 'No se puede guardar la instrucción; no se acepta nada.',
  storeUnreadable:
    'No se pueden leer las instrucciones de la última ejecución; no se acepta nada. La persona debe revisar las órdenes y reanudar a los asistentes: entonces se apartan las entradas ilegibles.',
  instructionUnknown: 'No existe esa instrucción.',
  instructionEnded: 'Esta instrucción ya no está pendiente.',
  oneSymbol: ({ symbol }) =>
    `Un cambio de varias órdenes es de un solo símbolo: solicite aparte el de ${symbol}.`,
  orderNowhere: 'Ni Countersign ni el bróker conocen esta orden en esta cuenta.',
  stopSide: ({ side, stop, market }, { exactPrice }) =>
    side === 'buy'
      ? `Un stop de compra a ${exactPrice(stop)} no está por encima del mercado (${exactPrice(market)}), así que se activaría de inmediato.`
      : `Un stop de venta a ${exactPrice(stop)} no está por debajo del mercado (${exactPrice(market)}), así que se activaría de inmediato.`,
  refusedHours: ({ why, product }) => {
    switch (why) {
      case 'day-after-close':
        return product === 'stock'
          ? 'El bróker rechaza una orden de día para la sesión regular después de su cierre. Puede pedirse con time_in_force GTC o trading_session ALL, o el próximo día de negociación.'
          : 'El bróker rechaza una orden de día de opciones después del cierre. Puede pedirse el próximo día de negociación; una compra también con time_in_force GTC.'
      case 'only-at-night':
        return 'El bróker solo admite una orden nocturna de 20:00 a 04:00 de Nueva York antes de un día de negociación.'
      case 'futures-closed':
        return 'El bróker no admite órdenes de futuros mientras su mercado está cerrado.'
    }
  },
  shortWhileHeld: ({ symbol, held }, { quantity }) =>
    `La cuenta tiene ${quantity(held)} de ${symbol}, y el bróker solo acepta una venta en corto cuando se ha vendido todo. Primero hay que vender lo que se tiene, con side SELL.`,
  shortAfterFirst: ({ symbol, held }, { quantity }) =>
    `Cuando se haya ejecutado la primera orden, la cuenta tendrá ${quantity(held)} de ${symbol}, y el bróker solo acepta una venta en corto cuando se ha vendido todo. La primera orden tiene que venderlo todo, con side SELL.`,
  notHeldAfterFirst: ({ symbol, available }, { quantity }) =>
    `Cuando se haya ejecutado la primera orden, solo se podrán vender ${quantity(available)} de ${symbol}: lo que se tenga entonces, menos lo que venden otras órdenes.`,
  positionNotHeld: ({ positionId }) => `La cuenta no tiene ninguna posición ${positionId}.`,
  legNotOfPosition: ({ positionId }) =>
    `Esta orden no cierra ninguna pata de la posición ${positionId}. Para añadir una pata, indique la estrategia que forman ambas.`,
  otherStrategy: ({ made }) =>
    made === null
      ? 'La posición y esta pata no forman ninguna estrategia que el bróker nombre.'
      : `La posición y esta pata forman otra estrategia: ${STRATEGY_NAMES[made]}.`,
  positionTooSmall: ({ positionId, units, quantity: size }, { quantity }) =>
    `La posición ${positionId} alcanza para una cantidad de ${quantity(units)} de esta pata, no de ${quantity(size)}.`,
  notHeld: ({ symbol, available }, { quantity }) =>
    `Solo se pueden vender ${quantity(available)} de ${symbol}: lo que se tiene, menos lo que ya venden órdenes activas e instrucciones pendientes.`,
  closedAlready: ({ symbol, available }, { quantity }) =>
    `Solo se pueden cerrar ${quantity(available)} de ${symbol}: lo que se tiene, menos lo que ya cierran órdenes activas e instrucciones pendientes.`,
  buyingPower: ({ cost, power, earlier }, { money }) =>
    `La orden cuesta ${money(cost, 'USD')} con comisiones${earlier === null ? '' : ` después de ${money(earlier, 'USD')} por las órdenes anteriores`}, y el poder de compra es de ${money(power, 'USD')}.`,
  previewRefused: ({ reason }, { message }) =>
    `La vista previa del bróker rechaza esta orden: ${message(reason)}`,
  exitsNotOffered: ({ product }) =>
    product === 'option'
      ? 'El bróker vincula una toma de ganancias y un límite de pérdidas a opciones simples, no a combinaciones de ellas. Solicite la combinación sola y ciérrela con una orden propia.'
      : `El bróker vincula una toma de ganancias y un límite de pérdidas solo a órdenes de acciones y de opciones simples, no de ${PRODUCTS[product]}. Solicite la entrada sola; cuando se haya ejecutado, se puede solicitar como orden propia un stop o una orden límite que la cierre.`,
  linkedNotOffered: ({ product }) =>
    `El bróker vincula órdenes (OTO, OCO, OTOCO) solo de acciones, no de ${PRODUCTS[product]}. ${product === 'option' ? 'Para opciones simples se ofrece una entrada con su toma de ganancias y su límite de pérdidas.' : 'Solicite cada orden por separado.'}`,
  linkedSymbol: ({ symbol }) =>
    `Las órdenes vinculadas son de un solo símbolo, porque una tarjeta muestra un mercado y una posición: solicite aparte la orden de ${symbol}.`,
  balancesHidden: 'Los saldos están ocultos para este asistente.',
  balancesAndPositionsHidden: 'Los saldos y las posiciones están ocultos para este asistente.',
  symbolUnknown: ({ symbol }) =>
    `Símbolo desconocido ${symbol}: el bróker no lista nada con ese nombre.`,
  symbolMeant: ({ symbol, meant }) => `Símbolo desconocido ${symbol}; ¿quiso decir ${meant}?`,
  notOfProduct: ({ symbol }) => `${symbol} está listado, pero no es una acción ni un ETF.`,
  expirationUnknown: ({ symbol, expiration, nearest }) =>
    `Ninguna opción sobre ${symbol} vence el ${expiration}; el vencimiento más cercano es el ${nearest}.`,
  strikeUnknown: ({ symbol, type, strike, expiration, nearest }, { exactPrice }) =>
    `Ninguna opción ${type} sobre ${symbol} que vence el ${expiration} tiene el strike ${exactPrice(strike)}; el más cercano es ${exactPrice(nearest)}.`,
  positionUnknown: ({ name, names }) =>
    `No se tiene ninguna posición ${name} en esta cuenta; se tienen ${names}.`,
  nothingHeld: 'No se tiene nada en esta cuenta.',
  positionAmbiguous: ({ name, names }) =>
    `${name} puede ser varias posiciones; nombre una por su contrato o por su id: ${names}.`,
  moreThanHeld: ({ symbol, held }, { quantity }) =>
    `Solo se tienen ${quantity(held)} de ${symbol}.`,
  oneExitOfShort:
    'Un stop y un objetivo de una posición corta no se pueden solicitar juntos. Solicite uno de ellos: cada uno funciona por sí solo.',
  exitNeeded: 'Indique un precio de stop, un precio objetivo o ambos.',
  notOneOption: 'Solo se puede renovar una posición en un único contrato de opción.',
  noLaterExpiration: ({ symbol }) => `No hay un vencimiento posterior de ${symbol}.`,
  rollsToItself: ({ symbol }) =>
    `Es el contrato de ${symbol} que ya se tiene; indique otro vencimiento u otro strike.`,
  nothingWorking: 'No existe tal orden activa; no hay nada que cancelar.',
  weightsAboveOne: ({ total }, { quantity }) =>
    `Los pesos suman ${quantity(total)}; juntos son 1 como máximo.`,
  weightTwice: ({ symbol }) => `${symbol} tiene dos pesos; indique uno solo.`,
  heldShort: ({ symbol }) =>
    `${symbol} está en corto; solo se ajustan a pesos las acciones que se tienen en largo.`,
  noEquity: 'El patrimonio de esta cuenta no se conoce ahora.',
  nothingToRebalance:
    'Cada diferencia es menor que la operación más pequeña; no hay nada que hacer.',
  noOptions: ({ symbol }) => `No hay opciones sobre ${symbol}.`,
  noQuote: ({ symbol }) => `El bróker no tiene ningún precio de ${symbol} en este momento.`,
  noOrderBook: ({ symbol }) => `No hay libro de órdenes de ${symbol} ahora.`,
}
