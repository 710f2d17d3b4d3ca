//! The rules that a text names.

use super::{EndCut, Fgpc, Focus, Forecast, Gpc, Integrated, MultiProbCut, Node, NodeCutting};
use super::{ProbCut, Razoring, Selective, Step};
use crate::game::{Evaluate, Game, Hashed};
use crate::limits::Stopped;
use crate::observe::{Branch, Observe, Omission};
use crate::prune::{Rule, Rules};
use crate::textbook::Walk;
use crate::value::Score;

/// The rules of [`Rules`], asked one after the other.
///
/// ```
/// use pleach::prune::Rules;
/// use pleach::textbook::{Walk, selective};
/// use pleach::{Limits, Window, tree::RandomTree};
///
/// let rules: Rules = "razoring+gpc:d=2,s=0,sigma=5,t=1".parse().unwrap();
/// let tree: RandomTree = "b=3,d=4,leaves=newborn,seed=1".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&RandomTree::static_value, &mut observer, &Limits::none());
/// let mut chosen = selective::Chosen::new(&rules);
/// assert!(selective::alpha_beta(&mut walk, &mut chosen, &tree, 4, Window::FULL).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Chosen<G: Game> {
    forms: Vec<Form<G>>,
}

#[derive(Clone, Debug)]
enum Form<G: Game> {
    Razoring(Razoring),
    ProbCut(ProbCut),
    MultiProbCut(MultiProbCut),
    EndCut(EndCut<G>),
    Gpc(Gpc),
    Fgpc(Fgpc),
    NodeCutting(NodeCutting),
    Integrated(Integrated),
    Focus(Focus<G>),
}

impl<G: Game> Chosen<G> {
    /// The rules, with nothing remembered yet. Those that only the engine has are no rules here, nor is `focus`, which needs
    /// a network.
    pub fn new(rules: &Rules) -> Self {
        Chosen::with_focus(rules, None)
    }

    /// The same with the network that `focus` is about.
    pub fn with_focus(rules: &Rules, focus: Option<&Focus<G>>) -> Self {
        Chosen { forms: rules.iter().filter_map(|rule| Form::new(rule, focus)).collect() }
    }
}

impl<G: Game> Form<G> {
    fn new(rule: &Rule, focus: Option<&Focus<G>>) -> Option<Self> {
        Some(match rule.clone() {
            Rule::Razoring { margin } => Form::Razoring(margin.map_or(Razoring::never(), Razoring::new)),
            Rule::ProbCut { pair, infinite: true } => Form::ProbCut(ProbCut::new(pair)),
            Rule::ProbCut { pair, infinite: false } => Form::ProbCut(ProbCut::new(pair).skip_infinite()),
            Rule::MultiProbCut(tests) => Form::MultiProbCut(MultiProbCut::new(tests)),
            Rule::EndCut(tests) => Form::EndCut(EndCut::new(tests)),
            Rule::Gpc { tests, base, sides } => Form::Gpc(Gpc::new(tests).base(base).sides(sides)),
            Rule::Fgpc { tests, base } => Form::Fgpc(Fgpc::new(tests).base(base)),
            Rule::NodeCutting(cutting) => Form::NodeCutting(NodeCutting::new(cutting)),
            Rule::Integrated { tests, base, cutting } => {
                Form::Integrated(Integrated::new(tests, cutting).base(base))
            }
            Rule::Focus { margin } => Form::Focus(focus?.clone().margin(margin)),
            Rule::NullMove(_)
            | Rule::LateMoves(_)
            | Rule::RankCut(_)
            | Rule::Futility(_)
            | Rule::MultiCut(_) => return None,
        })
    }
}

/// Asks the rule inside a form.
macro_rules! ask {
    ($form:expr, $rule:ident => $question:expr) => {
        match $form {
            Form::Razoring($rule) => $question,
            Form::ProbCut($rule) => $question,
            Form::MultiProbCut($rule) => $question,
            Form::EndCut($rule) => $question,
            Form::Gpc($rule) => $question,
            Form::Fgpc($rule) => $question,
            Form::NodeCutting($rule) => $question,
            Form::Integrated($rule) => $question,
            Form::Focus($rule) => $question,
        }
    };
}

impl<G: Hashed> Selective<G> for Chosen<G> {
    fn at_node<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
    ) -> Result<Option<Forecast>, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        for form in &mut self.forms {
            if let forecast @ Some(_) = ask!(form, rule => rule.at_node(s, node)?) {
                return Ok(forecast);
            }
        }
        Ok(None)
    }

    fn hides(&mut self, ply: u32, node: &Node<'_, G>, branch: Branch<G::Move>) -> Option<Omission> {
        self.forms.iter_mut().find_map(|form| ask!(form, rule => rule.hides(ply, node, branch)))
    }

    fn at_move<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
        branch: Branch<G::Move>,
    ) -> Result<Step, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        for form in &mut self.forms {
            match ask!(form, rule => rule.at_move(s, node, branch)?) {
                Step::Search => {}
                step => return Ok(step),
            }
        }
        Ok(Step::Search)
    }
}
