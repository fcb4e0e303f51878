import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

export interface MailServer {
  url: string
  /** The received emails with their headers, newest last. */
  received: string[]
  close(): Promise<void>
}

/**
 * Starts a mail server that speaks as much SMTP as a client needs and stores what it receives. Recipients in `refused` get
 * the reply there.
 */
export async function mailServer(
  port = 0,
  refused: ReadonlyMap<string, string> = new Map(),
): Promise<MailServer> {
  const received: string[] = []
  const server = createServer((socket) => {
    let data: string | null = null
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    const hear = (line: string) => {
      if (data !== null) {
        if (line === '.') {
          received.push(data)
          data = null
          say('250 kept')
        } else data += `${line}\n`
      } else if (/^DATA/i.test(line)) {
        data = ''
        say('354 go on')
      } else if (/^QUIT/i.test(line)) {
        say('221 bye')
        socket.end()
      } else say(refused.get(/^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? '') ?? '250 ok')
    }
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })
    say('220 test')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((done) => server.close(() => done())),
  }
}

/** Returns the address of a mail server that is not running. */
export async function deadMailServer(): Promise<string> {
  const server = await mailServer()
  await server.close()
  return server.url
}
