const texts = new Set(['UID', 'NAME', 'SUMMARY', 'DESCRIPTION', 'LOCATION'])

/** Reads an iCalendar object as calendars do, independently of what writes it. Throws if it is not valid. */
export function readCalendar(written: string): {
  properties: Record<string, string>
  events: Record<string, string>[]
} {
  if (!written.endsWith('\r\n')) throw new Error('The last line has no end.')
  const raw = written.slice(0, -2).split('\r\n')
  for (const line of raw) {
    if (/[\r\n]/.test(line)) throw new Error(`A bare line break: ${JSON.stringify(line)}`)
    if (Buffer.byteLength(line) > 75) throw new Error(`Longer than 75 octets: ${line}`)
    if (line.includes('\uFFFD')) throw new Error(`A character was broken: ${line}`)
  }
  const lines = written.slice(0, -2).replaceAll('\r\n ', '').split('\r\n')
  const properties: Record<string, string> = {}
  const events: Record<string, string>[] = []
  let event: Record<string, string> | null = null
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/s.exec(line) ?? []
    if (name === '') throw new Error(`Not a property: ${JSON.stringify(line)}`)
    if (texts.has(name) && /[;,]/.test(value.replaceAll(/\\./g, ''))) throw new Error(`Not escaped: ${line}`)
    if (line === 'BEGIN:VEVENT') event = {}
    else if (line === 'END:VEVENT' && event) {
      events.push(event)
      event = null
    } else
      (event ?? properties)[name] = value.replaceAll(/\\([\\;,nN])/g, (_, sign) =>
        /n/i.test(sign) ? '\n' : sign,
      )
  }
  return { properties, events }
}
