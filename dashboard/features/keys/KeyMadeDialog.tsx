import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { CodeSnippet } from '../../components/CodeSnippet.tsx';
import { SecretReveal } from '../../components/SecretReveal.tsx';
import type { KeyMade } from './api.ts';

/** Shows the key once, with a first request to try it. */
export function KeyMadeDialog({ made: { key }, onClose }: { made: KeyMade; onClose: () => void }) {
  const { public_url } = useMe();
  const url = `${public_url}/v1/api-tenant-tasks?limit=5`;
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={<Text fw={620}>Your new key</Text>}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <SecretReveal secret={key} what="key" />
        <CodeSnippet snippets={[curlOf(url, key), typescriptOf(url)]} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            I have copied it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function curlOf(url: string, key: string) {
  return { language: 'curl', code: `curl '${url}' \\\n  -H 'Authorization: Bearer ${key}'` };
}

function typescriptOf(url: string) {
  const code = `const response = await fetch('${url}', {
  headers: { Authorization: \`Bearer \${process.env.TENANT_OPS_KEY}\` },
});
const { tasks, total } = await response.json();
console.log(total, tasks);`;
  return { language: 'TypeScript', code };
}
