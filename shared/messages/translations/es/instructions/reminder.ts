import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'
import type { Writer } from '../../../writer.js'

const inDays = (days: number, writer: Writer): string =>
  days === 0 ? 'hoy' : writer.plural(days, { one: 'en # día', other: 'en # días' })

/** Lo que un amigo prudente mencionaría de una orden. */
export const reminder: CatalogueLike<EnglishCatalogue>['reminder'] = {
  broker: 'Calendario y datos de cuenta del bróker',
  market: 'Datos de mercado',
  account: 'Sus posiciones y su patrimonio a precios de mercado',
  lots: 'Los lotes de su diario',
  records: 'Sus ejecuciones de los últimos 30 días',
  earningsLabel: 'Resultados',
  earnings: ({ symbol, day, days }, writer) =>
    `${symbol} presenta resultados ${inDays(days, writer)} (${writer.day(day)}).`,
  exDividendLabel: 'Dividendo',
  exDividend: ({ symbol, day, days, amount, currency }, writer) =>
    `${symbol} cotiza sin dividendo ${inDays(days, writer)} (${writer.day(day)}): ${writer.money(amount, currency)} por acción.`,
  spreadLabel: 'Diferencial amplio',
  spread: ({ spread, percent }, writer) =>
    `Entre compra y venta hay ${writer.exactPrice(spread)}, el ${writer.decimal(percent)}% del precio.`,
  sizeLabel: 'Tamaño',
  size: ({ quantity, offered, price, side }, writer) =>
    `La orden es de ${writer.decimal(quantity)}; la ${side === 'ask' ? 'venta' : 'compra'} a ${writer.exactPrice(price)} muestra ${writer.decimal(offered)}. El resto puede ejecutarse a peores precios.`,
  trendLabel: 'Última hora',
  trend: ({ symbol, percent, rose }, writer) =>
    `${symbol} ${rose ? 'subió' : 'bajó'} un ${writer.decimal(percent)}% en la última hora.`,
  washSaleLabel: 'Venta ficticia (wash sale)',
  washSale: ({ symbol, loss, bought, day, until }, writer) =>
    `Vende unos ${writer.money(loss, 'USD')} por debajo de su costo medio, y ${writer.decimal(bought)} ${symbol} se compraron en los últimos 30 días (la última vez el ${writer.day(day)}): esa parte de la pérdida puede diferirse en los impuestos de EE. UU., también por una compra hasta el ${writer.day(until)}. No se conocen los lotes, así que se usa el costo medio.`,
  washSaleLots: ({ symbol, loss, lots, more, bought, boughtDay, optionDay, until }, writer) => {
    const listed = lots.map(({ day, quantity, loss: own }) =>
      day === null
        ? `${writer.decimal(quantity)} de antes del primer registro (−${writer.money(own, 'USD')})`
        : `${writer.decimal(quantity)} del ${writer.day(day)} (−${writer.money(own, 'USD')})`,
    )
    const rest =
      more === 0 ? [] : [writer.plural(more, { one: '# lote más', other: '# lotes más' })]
    const sold = `Vende con una pérdida de unos ${writer.money(loss, 'USD')}, por orden de entrada (FIFO): ${writer.list([...listed, ...rest])}.`
    const option =
      optionDay === null
        ? ''
        : ` Una opción sobre ${symbol} abierta el ${writer.day(optionDay)} también puede diferirla.`
    return boughtDay === null
      ? `${sold} Una compra hasta el ${writer.day(until)} diferiría la pérdida en los impuestos de EE. UU.${option}`
      : `${sold} Se conservan ${writer.decimal(bought)} ${symbol} comprados en los últimos 30 días (la última vez el ${writer.day(boughtDay)}): esa parte de la pérdida puede diferirse en los impuestos de EE. UU., también por una compra hasta el ${writer.day(until)}.${option}`
  },
  washSaleAccounts: ({ own, symbol, accounts, unknown }, writer) => {
    const bought = accounts.map(({ name, quantity, day, optionDay }) =>
      day === null
        ? `una opción abierta el ${writer.day(optionDay ?? '')} en ${name}`
        : `${writer.decimal(quantity)} en ${name} (la última vez el ${writer.day(day)})`,
    )
    return [
      own === null ? `Vende ${symbol} por debajo de su costo medio.` : writer.message(own),
      ...(bought.length === 0
        ? []
        : [
            `Sus otras cuentas también compraron ${symbol} en los últimos 30 días: ${writer.list(bought)}. Eso puede diferir la pérdida en los impuestos de EE. UU.`,
          ]),
      ...(unknown === 0
        ? []
        : [
            `Las compras en ${writer.plural(unknown, { one: '# cuenta más', other: '# cuentas más' })} no se conocen aquí hasta que se abra su diario una vez.`,
          ]),
    ].join(' ')
  },
  dayTradesLabel: 'Operaciones intradía',
  dayTrades: ({ count }, writer) =>
    writer.plural(count, {
      one: 'Queda # operación intradía en esta cuenta.',
      other: 'Quedan # operaciones intradía en esta cuenta.',
    }),
  concentrationLabel: 'Concentración',
  concentration: ({ symbol, percent }, writer) =>
    `${symbol} sería el ${writer.decimal(percent)}% del patrimonio de la cuenta.`,
}
