//! Tables 1 to 3 of Li and Marsland (1989).

use super::{ReproduceOptions, write};
use crate::arguments::Common;
use crate::failure::Failure;
use crate::output::{columns, print, print_json};
use crate::progress;
use pleach_lab::reproduce::{LiMarsland, LiMarslandResult};
use pleach_lab::work::Effort;

pub(super) fn run(common: &Common, options: &ReproduceOptions) -> Result<(), Failure> {
    let mut store = options.laboratory.open()?;
    let experiment = LiMarsland { quick: options.quick, seed: common.seed.unwrap_or(1) };
    let stop = progress::stop_on_interrupt();
    let effort = Effort { threads: common.threads(), stop: &stop };
    let bar = progress::bar(experiment.parts());
    bar.set_message("li-marsland");
    let found = experiment.run(&mut store, effort, &mut |done| bar.set_position(done));
    bar.finish_and_clear();
    let interrupted = || {
        let name = options.laboratory.name();
        Failure::interrupted(format!("interrupted; {name} keeps what is done, and the same command goes on"))
    };
    let found = found.map_err(Failure::new)?.ok_or_else(interrupted)?;
    let page = found.page().map_err(Failure::new)?.html();
    let page = write(&options.output, "li-marsland.html", &page)?;
    let table = write(&options.output, "li-marsland.csv", &found.csv())?;
    if common.json {
        return found.rows.iter().try_for_each(print_json);
    }
    print(&(described(&found) + &format!("\nwritten: {page}, {table}\n")))
}

fn described(found: &LiMarslandResult) -> String {
    let mut text = String::new();
    for (title, rows) in found.tables() {
        let heads = LiMarslandResult::HEADS.map(str::to_owned).to_vec();
        let rows: Vec<Vec<String>> = std::iter::once(heads).chain(rows).collect();
        text += &format!("{title}\n{}\n", columns(&rows));
    }
    let ((grows, pairs), (fits, cells)) = (found.growing_pairs(), found.within());
    text += &format!("the share grows with depth and width in {grows} of {pairs} neighbouring pairs\n");
    text + &format!("{fits} of the paper's {cells} shares lie in the middle 95 % of what ten trees give\n")
}
