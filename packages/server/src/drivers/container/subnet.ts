// IPv4 subnets such as `10.20.0.0/16`: the address at a place in one, and how many there are.

export function addressAt(subnet: string, place: number): string {
  const [base = ''] = subnet.split('/')
  const number = base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0) + place
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
}

/** All of them, the network's own and the broadcast address included. */
export function addressCount(subnet: string): number {
  return 2 ** (32 - Number(subnet.split('/')[1]))
}
