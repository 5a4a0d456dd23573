import { SCENARIO_FIGURES } from '../../../../../domain/app/practice/practice-scenarios.js'
import type { practiceText } from '../../../../en/window/panels/practice.js'
import type { Translated } from '../../../../translated.js'

const { crash, gap, haltMinutes } = SCENARIO_FIGURES

/** Texts of the panel that controls the practice exchange, in Spanish. */
export const practiceTextEs: Translated<typeof practiceText> = {
  title: 'Bolsa de práctica',
  only: 'El panel de práctica solo funciona en práctica',
  onlyHint: 'Abra el perfil de práctica con el nombre del entorno en la esquina de la ventana.',
  failed: 'La bolsa de práctica no respondió',
  refresh: 'Leer de nuevo',
  clock: 'Reloj',
  now: (time) => `${time} en la bolsa`,
  speed: 'Velocidad',
  speeds: { 0: 'Parado', 1: '1×', 5: '5×', 20: '20×', 60: '60×' },
  clockHint:
    'Noches, fines de semana y festivos no consumen tiempo, salvo la sesión nocturna a la que salte. Un salto recorre todo lo que hay entremedias: se ejecutan órdenes, vencen opciones, se pagan dividendos. El tiempo nunca retrocede.',
  jump: 'Saltar a',
  moments: {
    open: 'Próxima apertura',
    close: 'Próximo cierre',
    'after-close': 'Tras el cierre',
    overnight: 'Sesión nocturna',
    expiration: 'Viernes de vencimiento',
  },
  momentHints: {
    open: 'Un minuto antes de la campana de apertura.',
    close: 'Cinco minutos antes de la campana de cierre.',
    'after-close': 'Cinco minutos tras la campana: las órdenes del día han terminado.',
    overnight: 'Un minuto después de su inicio a las 20:00. Se juega hasta su fin a las 04:00.',
    expiration: 'Cinco minutos antes de que venzan las opciones de este viernes.',
  },
  scenarios: {
    title: 'Escenarios',
    hint: (symbol) =>
      `Días que todo operador vive, cuando quiera practicarlos. ${
        symbol === null
          ? 'Elija antes un símbolo con el buscador de arriba.'
          : `Le ocurren a ${symbol}, el símbolo que muestran los paneles.`
      } Mueven el propio mercado simulado: cotizaciones, gráfico, opciones, futuros e índices a la vez. Se guardan: tras un reinicio ocurre lo mismo.`,
    names: {
      open: 'Campana de apertura',
      'flash-crash': 'Desplome repentino',
      halt: 'Suspensión y reanudación',
      'gap-up': 'Salto al alza por resultados',
      'gap-down': 'Salto a la baja por resultados',
      expiration: 'Viernes de vencimiento',
    },
    hints: {
      open: 'Salta a un minuto antes de la campana. En los primeros minutos el volumen, los diferenciales y los movimientos son mayores, y las órdenes de mercado en espera se ejecutan al precio de apertura, sea cual sea.',
      'flash-crash': `Todo el mercado cae un ${crash.marketPercent}% en ${crash.fallenMinutes} minutos, y la acción elegida un ${crash.stockPercent}% más; la mayor parte se recupera en media hora. Los diferenciales se amplían y los stops se activan y se ejecutan mucho más abajo. Empieza con el próximo minuto, o tras la apertura si el mercado está cerrado o por cerrar.`,
      halt: `La negociación del símbolo se detiene ${haltMinutes} minutos de la bolsa y después se reanuda. Las órdenes activas esperan, las nuevas se rechazan, y las que esperaban vuelven a participar al precio de la reanudación.`,
      'gap-up': `La empresa presenta resultados cinco minutos tras el próximo cierre, mejores de lo esperado: la acción salta de un ${gap.minPercent}% a un ${gap.maxPercent}% por la tarde y abre ahí. Entre ambos precios no se ejecuta nada: un stop o una posición corta se encuentran con el nuevo precio.`,
      'gap-down': `La empresa presenta resultados cinco minutos tras el próximo cierre, peores de lo esperado: la acción cae de un ${gap.minPercent}% a un ${gap.maxPercent}% por la tarde y abre ahí. Un stop no protege entre ambos precios: se ejecuta en la apertura, mucho más abajo.`,
      expiration:
        'Salta a cinco minutos antes del cierre del próximo viernes, cuando vencen las opciones de la semana. Las que están dentro del dinero se ejercen: las calls compradas compran acciones, las puts compradas las venden, las vendidas se asignan; las demás terminan sin valor. Lo que no quiera tener el lunes debe cerrarlo antes.',
    },
    actions: {
      open: () => 'Saltar a la apertura',
      'flash-crash': (symbol) => `Desplomar el mercado y ${symbol}`,
      halt: (symbol) => `Suspender ${symbol} ${haltMinutes} min`,
      'gap-up': (symbol) => `${symbol} supera`,
      'gap-down': (symbol) => `${symbol} decepciona`,
      expiration: () => 'Saltar al viernes',
    },
    started: 'Escenarios iniciados',
    startedLine: (name, symbol, time) => `${name} · ${symbol} · ${time}`,
    states: { planned: 'Previsto', running: 'En curso', over: 'Terminado' },
    jump: 'Saltar ahí',
    callOff: 'Anular',
  },
  replay: {
    title: 'Repetir un día',
    hint: 'Recorre de nuevo un día pasado de esta bolsa, desde un minuto antes de su apertura y a cualquier velocidad: los mismos precios, desplomes y saltos, con una cuenta propia. Funciona en un perfil de práctica propio, así que sus órdenes y su diario quedan aparte; vuelva con el nombre del entorno en la esquina. Sus antiguas operaciones no forman parte de él.',
    none: 'Aún no ha terminado ningún día desde que empezó esta bolsa. Salte antes más allá de un cierre.',
    day: 'Día',
    start: (day) => `Repetir ${day}`,
  },
  reset: {
    title: 'Empezar de nuevo',
    hint: 'Termina esta bolsa de práctica y abre una nueva, con dinero nuevo y un reloj nuevo. Los demás entornos y perfiles no se tocan.',
    open: 'Empezar de nuevo…',
    question: '¿Empezar la práctica de nuevo?',
    losesTitle: 'Termina con esta bolsa',
    loses: [
      'Todas las órdenes: las activas, los stops, los grupos y los algoritmos terminan sin ejecutarse.',
      'Todas las posiciones y su coste, todo el efectivo, los dividendos, las transferencias y las actividades, de todas las cuentas de práctica.',
      'El historial de órdenes y ejecuciones, y el diario de estas cuentas con sus notas, etiquetas e imágenes.',
      'Las instrucciones de asistentes pendientes y en espera se retiran.',
      'El reloj de la bolsa, sus escenarios, suspensiones y fallos.',
    ],
    losesHint:
      'Nada se borra: se mueve a una carpeta propia en los datos de Countersign, y un aviso la nombra. En la ventana no hay vuelta atrás.',
    staysTitle: 'Permanece',
    stays: [
      'Listas de seguimiento, alertas, disposiciones y preferencias.',
      'Sus límites. Un bloqueo sigue hasta su hora: empezar de nuevo no lo evita.',
      'Los asistentes con sus claves y políticas, sus informes y el registro de auditoría.',
    ],
    market: 'Mercado de la nueva bolsa',
    markets: { same: 'El mismo mercado', usual: 'El habitual', other: 'Otro mercado' },
    marketHints: {
      same: (seed) => `La semilla sigue siendo «${seed}».`,
      usual: () => 'El mercado con el que se entrega Countersign.',
      other: () => 'Un mercado propio: cada semilla tiene otros precios y otras noticias.',
    },
    seed: 'Semilla',
    seedRule: 'Hasta 40 letras, cifras, espacios, puntos y guiones.',
    cancel: 'Cancelar',
    confirm: 'Empezar de nuevo',
  },
  jumping: 'El mercado recorre el tiempo intermedio…',
  halts: 'Símbolos suspendidos',
  haltsHint:
    'Las órdenes de un símbolo suspendido esperan; las nuevas se rechazan. Al reanudar, las que esperan vuelven a participar.',
  halt: (symbol) => `Suspender ${symbol}`,
  resume: (symbol) => `Reanudar ${symbol}`,
  noHalts: 'Ningún símbolo está suspendido.',
  haltAdd: 'Suspender otro símbolo',
  faults: 'Fallos',
  faultsHint:
    'Lo que puede fallar entre usted y un bróker, para practicarlo. «Próxima orden» ocurre una vez, con la próxima orden nueva; «Siempre» ocurre en cada petición hasta que lo apague.',
  clearFaults: 'Apagar todos los fallos',
  faultsOn: (count) => (count === 1 ? '1 fallo activo' : `${count} fallos activos`),
  modes: { off: 'No', 'next-order': 'Próxima orden', always: 'Siempre' },
  streamModes: { off: 'No', always: 'Sí' },
  mode: (fault) => `${fault}: con qué frecuencia`,
  faultNames: {
    'drop-before-effect': 'Conexión perdida antes de la orden',
    delay: 'Respuesta lenta',
    'rate-limited': 'Demasiadas peticiones',
    'error-before-effect': 'Error del servidor antes de la orden',
    'drop-after-effect': 'Conexión perdida tras la orden',
    'error-after-effect': 'Error del servidor tras la orden',
    'malformed-body': 'Respuesta ilegible',
    'truncated-body': 'Respuesta cortada',
    'unreadable-row': 'Fila ilegible en una lista',
    'unpublished-class': 'Cuenta de una clase desconocida',
    'unpublished-classes': 'Solo cuentas de una clase desconocida',
    'stale-listing': 'Listas con retraso',
    'event-stream-black-hole': 'Eventos de órdenes en silencio',
    'market-stream-black-hole': 'Cotizaciones en silencio',
    'duplicate-events': 'Eventos de órdenes dos veces',
    'reorder-events': 'Eventos de órdenes desordenados',
    'replay-old-events': 'Eventos antiguos otra vez',
    'refuse-event-stream': 'Sin eventos de órdenes',
    'refuse-market-stream': 'Sin cotizaciones',
  },
  faultHints: {
    'drop-before-effect':
      'La orden no llega, pero no se puede saber. Aparece como desconocida y se resuelve como no enviada.',
    delay: 'La operación empieza un segundo tarde.',
    'rate-limited': 'El bróker rechaza por un momento. No se envía nada.',
    'error-before-effect':
      'El bróker falla antes de leer la orden. Aparece como desconocida y se resuelve como no enviada.',
    'drop-after-effect':
      'La orden se envía, pero se pierde la respuesta. Aparece como desconocida y se resuelve como activa.',
    'error-after-effect':
      'La orden se envía y el bróker responde con un error. Aparece como desconocida y se resuelve.',
    'malformed-body':
      'La orden se envía y la respuesta es ilegible. Aparece como desconocida y se resuelve.',
    'truncated-body':
      'La orden se envía y llega media respuesta. Aparece como desconocida y se resuelve.',
    'unreadable-row':
      'Una fila de una lista tiene un número en una forma no publicada. Se aparta y se cuenta.',
    'unpublished-class':
      'La última cuenta tiene una clase no publicada. Se muestra como no admitida cuando se vuelven a leer las cuentas, al iniciar sesión o al reconectar.',
    'unpublished-classes':
      'Todas las cuentas tienen una clase no publicada. Cuando se vuelven a leer las cuentas, no se puede negociar nada.',
    'stale-listing':
      'Las listas de órdenes tienen tres segundos de retraso; las órdenes sueltas, no.',
    'event-stream-black-hole': 'El canal sigue abierto y no dice nada. Se nota y se abre de nuevo.',
    'market-stream-black-hole':
      'El canal sigue abierto y no dice nada. Los precios muestran su edad.',
    'duplicate-events': 'El mismo evento llega dos veces. Nada se cuenta dos veces.',
    'reorder-events': 'Los eventos llegan en mal orden. Queda el estado más nuevo.',
    'replay-old-events': 'Un evento antiguo llega como si fuera nuevo. No cambia nada.',
    'refuse-event-stream': 'Sin conexión de eventos. Las órdenes se leen una a una.',
    'refuse-market-stream': 'Sin conexión de cotizaciones. Los precios se leen más despacio.',
  },
  limits: 'Límites de peticiones',
  limitProfiles: { production: 'Producción', sandbox: 'Sandbox', off: 'Ninguno' },
  limitsHint: 'Cuántas peticiones acepta la bolsa por minuto, según publica el bróker.',
  rules: 'Cómo se ejecutan las órdenes de práctica',
  fills: [
    'Una orden a mercado toma lo que ofrece el libro, nivel a nivel: una grande mueve el precio en su contra.',
    'Una orden limitada se ejecuta a su límite o mejor: al momento si el libro lo tiene, o cuando el mercado lo cruza. Espera detrás de las anteriores.',
    'Los stops se activan con operaciones. Fuera del horario regular solo se ejecutan limitadas de horario ampliado.',
    'Los símbolos suspendidos no operan. Opciones y eventos se liquidan al vencer; los futuros, a su precio de liquidación.',
  ],
  feesTitle: 'Comisiones',
  fees: (rates) => [
    'Sin comisión en acciones, ETF, opciones, criptomonedas y contratos de eventos.',
    `Acciones y ETF: ${rates.stockBoth} por acción; en las ventas, además, ${rates.secPerMillion} por millón de dólares y ${rates.stockSale} por acción, ${rates.stockCap} por orden como máximo.`,
    `Opciones: ${rates.optionBoth} por contrato, ${rates.optionIndex} más sobre un índice; en las ventas, además, ${rates.optionSale} por contrato y ${rates.secPerMillion} por millón de dólares.`,
    `Futuros: ${rates.futures} por contrato y lado, y la tarifa del mercado de cada contrato.`,
    `Contratos de eventos: ${rates.eventPercent} de contratos × precio × (1 − precio).`,
    'Las tasas imitan las de EE. UU.; considérelas propias de la simulación.',
  ],
  seed: 'Mercado',
  seedIs: (seed) =>
    `Semilla «${seed}»: la misma semilla, el mismo reloj y los mismos escenarios dan los mismos precios.`,
  seedHint:
    'Nombres y símbolos reales, precios inventados. Fallos, suspensiones, velocidad y límites terminan con Countersign; cuentas, órdenes, escenarios y reloj permanecen.',
}
