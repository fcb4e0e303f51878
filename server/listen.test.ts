import { once } from 'node:events'
import { connect } from 'node:net'
import { realPorts } from '@openspot/api/ports.ts'
import { expect, test } from 'vitest'
import { closeServer, listen } from './listen.ts'
import { settingsFor } from './settings.ts'

test('closing a server ends a connection that was upgraded and never closed by its peer', async () => {
  const { server, port } = await listen(settingsFor({ HOST: '127.0.0.1', PORT: '0' }), realPorts)
  const upgraded = once(server, 'upgrade')
  const peer = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  peer.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await upgraded
  const gone = once(peer, 'close')
  await closeServer(server)
  peer.end()
  await gone
  expect(server.listening).toBe(false)
})
