import { expect, test } from 'vitest'
import { testPorts } from './testing/clock.ts'
import { Pace, Traffic } from './traffic.ts'

test('long work pauses twelve times as long as it worked, at most 5 seconds, while people make changes', async () => {
  const ports = testPorts()
  const traffic = new Traffic()
  const pace = new Pace({ ports, traffic })
  for (const seconds of [0.05, 2]) {
    ports.advance({ seconds })
    traffic.note(ports.now())
    await pace.giveWay()
  }
  expect(ports.pauses).toEqual([600, 5000])
})

test('long work does not pause a second after the last change, or before the first one', async () => {
  const ports = testPorts()
  const traffic = new Traffic()
  const pace = new Pace({ ports, traffic })
  ports.advance({ seconds: 2 })
  await pace.giveWay()
  traffic.note(ports.now())
  ports.advance({ seconds: 1 })
  await pace.giveWay()
  expect(ports.pauses).toEqual([])
})
