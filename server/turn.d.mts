export function takeTurn(setupFolder: string, name: string, onWait?: () => void): Promise<() => void>
