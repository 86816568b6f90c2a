import {useState} from "preact/hooks";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {TextField} from "../../parts/field.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import {open} from "../../shell/navigation.ts";
import {createDashboard} from "../dashboard/dashboard.ts";

/** The button that makes a dashboard and opens its editor. */
export function NewDashboard() {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const sending = useSending();
  const make = async () => {
    const made = await sending.send(() => createDashboard(name.trim()));
    if (made) open(`/dashboards/${made.id}/edit`);
  };
  return (
    <>
      <Button look="act" onClick={() => setOpen(true)}>
        New dashboard
      </Button>
      {isOpen && (
        <Dialog title="New dashboard" onClose={() => setOpen(false)}>
          <Form sending={sending} submit="Create" onSubmit={() => void make()}>
            <TextField
              label="Name"
              value={name}
              onInput={setName}
              required
              fault={sending.faultAt("/name")}
            />
          </Form>
        </Dialog>
      )}
    </>
  );
}
