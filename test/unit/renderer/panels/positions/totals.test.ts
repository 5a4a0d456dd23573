import { describe, expect, it } from 'vitest'
import { closedToday, totalOf } from '../../../../../renderer/panels/positions/totals.js'
import { asMoney, dec } from '../../../../../shared/domain/decimal.js'

const money = (text: string) => asMoney(dec(text))

describe('the totals of positions', () => {
  it('say nothing while a part is missing', () => {
    expect(totalOf([money('1'), null])).toBeNull()
    expect(totalOf([money('1'), money('2.50')])).toBe('3.5')
  })

  it('show the part of the day that is closed: what the account has beyond its positions', () => {
    expect(closedToday(money('-20'), [money('5'), money('-10.25')])).toBe('-14.75')
    expect(closedToday(money('12'), [])).toBe('12.00')
  })

  it('show no closed part where there is none or a figure is missing', () => {
    expect(closedToday(money('-5.25'), [money('5'), money('-10.25')])).toBeNull()
    expect(closedToday(money('5.001'), [money('5')])).toBeNull()
    expect(closedToday(null, [money('5')])).toBeNull()
    expect(closedToday(money('5'), [null])).toBeNull()
  })
})
