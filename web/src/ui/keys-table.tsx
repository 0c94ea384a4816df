import { Group, Kbd, Table } from '@mantine/core';

/** Table of keys and what they do; '–' separates the ends of a range. */
export function KeysTable({ keys: rows }: { keys: [keys: string[], meaning: string][] }) {
  return (
    <Table highlightOnHover={false} withRowBorders={false}>
      <Table.Tbody>
        {rows.map(([keys, meaning]) => (
          <Table.Tr key={meaning}>
            <Table.Td w={190}>
              <Group gap={4}>
                {keys.map((key) => (key === '–' ? <span key={key}>–</span> : <Kbd key={key}>{key}</Kbd>))}
              </Group>
            </Table.Td>
            <Table.Td>{meaning}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
