export function takeTurn(setupFolder: string, name: string): Promise<() => void>
